/** How a server reads files that it cannot read itself: part of `protocol.ts`. */

/**
 * Request `smLens/file`, from the server to the client: the editor's file system, for everything that is not a file on
 * the server's own disk. A client that does not answer it has no virtual files.
 */
export const FILE_METHOD = "smLens/file";

export interface FileQuestion {
  readonly what: "list" | "read" | "stat";
  readonly uri: string;
}

export type FileAnswer =
  | {
      readonly kind: "entries";
      readonly entries: readonly {
        readonly name: string;
        readonly kind: "file" | "folder" | "other";
      }[];
    }
  | { readonly kind: "bytes"; readonly base64: string }
  | {
      readonly kind: "stat";
      readonly type: "file" | "folder" | "other";
      /** In bytes. */
      readonly size: number;
      /** Changes whenever the content may have changed. */
      readonly version: string;
    }
  | { readonly kind: "missing" }
  /** The message is for people. */
  | { readonly kind: "problem"; readonly message: string };

/**
 * Request `smLens/asset`, from a server in a browser to the client: a file that lies beside the bundles, by its name,
 * as base64. Such a server cannot read the extension's own files.
 */
export const ASSET_METHOD = "smLens/asset";

export interface AssetQuestion {
  readonly name: string;
}
