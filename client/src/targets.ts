import type * as vscode from "vscode";
import { TARGETS_METHOD } from "../../server/src/lsp/protocol";
import type { TargetChoice, TargetsResult } from "../../server/src/lsp/protocol";
import type { Server } from "./server";

export type Asked = Pick<TargetsResult, "asked" | "problem">;

/** The targets that can be asked about. The server knows them; they are fetched once, when first needed. */
export class TargetList {
  readonly #server: Server;
  #choices: Promise<readonly TargetChoice[]> | undefined;

  constructor(server: Server) {
    this.#server = server;
  }

  choices(): Promise<readonly TargetChoice[]> {
    this.#choices ??= this.#fetch();
    return this.#choices;
  }

  /** The products a target is known by, in one line; "" for none, or when the server does not answer. */
  async products(name: string): Promise<string> {
    const choices = await this.choices().catch(() => []);
    return choices.find((choice) => choice.name === name)?.products.join(", ") ?? "";
  }

  /** The target that a document's answers are for, and what is wrong with it; undefined when the server does not answer. */
  async asked(uri: vscode.Uri): Promise<Asked | undefined> {
    const params = { uri: uri.toString() };
    return this.#server.request<TargetsResult>(TARGETS_METHOD, params).catch(() => undefined);
  }

  async #fetch(): Promise<readonly TargetChoice[]> {
    try {
      const { targets } = await this.#server.request<TargetsResult>(TARGETS_METHOD);
      return targets;
    } catch (error) {
      this.#choices = undefined; // asked again next time
      throw error;
    }
  }
}
