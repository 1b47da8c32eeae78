/** Fixes of files that are not the workspace's own, kept as the command line keeps them, in the same store. */
import type { CodeAction } from "vscode-languageserver";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { unpackReport } from "../analysis/packed";
import { applyEdits } from "../gates/edits";
import type { Fix } from "../gates/judgement";
import { counted } from "../logic/names";
import { hunksBetween } from "../patches/hunks";
import type { KeptPatch, PatchStore } from "../patches/store";
import {
  baseOf,
  EMPTY_STORE,
  isForeign,
  isPatch,
  nameIn,
  readStore,
  rememberPatch,
  STORE_PATH,
  writeStore,
} from "../patches/store";
import { join } from "../text/paths";
import { decode } from "../workspace/decode";
import { problemOf } from "../workspace/file-system";
import type { PatchReader, PatchStatus } from "../workspace/kept-patches";
import { exportPatches, verifyPatches } from "../workspace/kept-patches";
import { rootOf } from "../workspace/root";
import { scanFile } from "../workspace/scan";
import { sourceIn } from "../workspace/source-in";
import type { ServerContext } from "./context";
import { isLocal } from "./editor-files";
import { keyOfUri, uriOfKey } from "./locations";
import type { KeptChanges } from "./protocol";
import { KEEP_COMMAND, KEPT_METHOD } from "./protocol";
import type { DocumentReport } from "./reports";
import { textIn } from "./reports";
import { faultText } from "./run-safely";

export function answerKeptChanges(context: ServerContext): void {
  const { connection, log } = context;
  let last: Promise<unknown> = Promise.resolve();
  connection.onExecuteCommand(async ({ command, arguments: given }) => {
    if (command !== KEEP_COMMAND || !Array.isArray(given) || !given.every(isPatch))
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${command} is no command of this server`);
    // One after another: each reads the store that the one before it has written.
    const kept = last.then(() => keepAll(context, given));
    last = kept.catch(() => undefined);
    await kept;
    return null;
  });
  connection.onRequest(KEPT_METHOD, async () => {
    try {
      return await keptChanges(context);
    } catch (thrown) {
      log(`kept changes: ${faultText(thrown)}`);
      throw new ResponseError(LSPErrorCodes.RequestFailed, problemOf(thrown).message);
    }
  });
}

/** The workspace folders that are on a disk. */
function foldersOf({ settings, runtime }: ServerContext): string[] {
  return runtime.keep === null ? [] : settings.folderUris().map(keyOfUri).filter(isLocal);
}

function isKept(context: ServerContext, path: string): boolean {
  const folders = foldersOf(context);
  return folders.length > 0 && isLocal(path) && folders.every((folder) => isForeign(path, folder));
}

/** Whether fixes of a document are kept. */
export function keepsChangesOf(context: ServerContext, uri: string): boolean {
  return isKept(context, keyOfUri(uri));
}

/** The action with the command that keeps what its edit does to files that are not the workspace's own. */
export function withKeeping(
  context: ServerContext,
  { report, files, settings }: DocumentReport,
  action: CodeAction,
  fixes: readonly Fix[],
  rule: string | null,
): CodeAction {
  const { source } = report;
  const edits = fixes.flatMap((fix) => fix.edits);
  const paths = new Set(edits.map(({ file }) => file ?? source.path));
  const patches = [...paths].flatMap((path): KeptPatch[] => {
    const text = (path === source.path ? source : sourceIn(files)(path))?.text;
    if (text === undefined || !isKept(context, path)) return [];
    const after = applyEdits(
      text,
      edits.filter(({ file }) => (file ?? source.path) === path),
    );
    const { target } = settings;
    return [{ file: path, title: action.title, target, rule, hunks: hunksBetween(text, after) }];
  });
  if (patches.length === 0) return action;
  return { ...action, command: { title: "Keep the change", command: KEEP_COMMAND, arguments: patches } };
}

async function keepAll(context: ServerContext, patches: readonly KeptPatch[]): Promise<void> {
  const { keep } = context.runtime;
  for (const patch of patches) {
    if (keep === null || !isKept(context, patch.file)) continue;
    const place = await placeFor(context, patch.file);
    try {
      const store = rememberPatch(await load(context, place), { ...patch, file: nameIn(place, patch.file) });
      keep(place, new TextEncoder().encode(writeStore(store)));
    } catch (thrown) {
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${place}: ${problemOf(thrown).message}`);
    }
  }
}

/** The store of the folder that the file lies in, else of the first one: where the command line looks as well. */
async function placeFor(context: ServerContext, path: string): Promise<string> {
  const folders = foldersOf(context);
  const folder = folders.find((each) => path.startsWith(`${each}/`)) ?? folders[0] ?? "";
  return storeOf(context, folder);
}

async function storeOf({ runtime }: ServerContext, folder: string): Promise<string> {
  return join(await rootOf(runtime.disk, folder, folder), STORE_PATH);
}

async function load({ runtime }: ServerContext, place: string): Promise<PatchStore> {
  if ((await runtime.disk.stat(place)) === null) return EMPTY_STORE;
  return readStore(decode(await runtime.disk.read(place)).text);
}

async function keptChanges(context: ServerContext): Promise<KeptChanges> {
  const places = new Set<string>();
  for (const folder of foldersOf(context)) places.add(await storeOf(context, folder));
  const all: PatchStatus[] = [];
  let patch = "";
  for (const place of places) {
    const statuses = await verifyPatches(await load(context, place), baseOf(place), readerOf(context));
    all.push(...statuses);
    patch += exportPatches(statuses);
  }
  const needAttention = all.filter(
    ({ state }) => state !== "in place" && state !== "opened otherwise",
  ).length;
  return {
    total: all.length,
    needAttention,
    message: messageOf(all),
    details: all.map(lineOf).join(""),
    patch,
  };
}

function messageOf(statuses: readonly PatchStatus[]): string {
  if (statuses.length === 0) return "No change is kept: no fix was applied to a file outside the project.";
  const counts = new Map<string, number>();
  for (const { state } of statuses) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
  return `${counted(statuses.length, "change")} kept: ${parts}.`;
}

function lineOf({ patch, path, state, line }: PatchStatus): string {
  const place = line === null ? path : `${path}:${line + 1}`;
  const link = `${uriOfKey(path)}${line === null ? "" : `#L${line + 1}`}`;
  return `- **${state}**: [${place}](${link}): ${patch.title}\n`;
}

function readerOf(context: ServerContext): PatchReader {
  const { files, runtime, settings } = context;
  return {
    async text(path) {
      try {
        return files.openText(path) ?? decode(await runtime.disk.read(path)).text;
      } catch {
        return null;
      }
    },
    async hasFinding(path, rule, target) {
      const language = runtime.engine.service.languageOf(path);
      if (language === null) return null;
      const round = files.startRound();
      const own = { ...(await settings.forFile(uriOfKey(path))), target };
      const cancellation = { cancelled: () => false };
      const { engine, disk } = runtime;
      const result = await scanFile(
        { engine, disk, files, cancellation, round },
        { path, language, settings: own, mayPass: false, fixes: "none" },
      );
      if (result.kind !== "report") return null;
      const report = unpackReport(result.packed, () => textIn(round, path));
      return report.fault === null ? report.gates.some((judged) => judged.rule === rule) : null;
    },
  };
}
