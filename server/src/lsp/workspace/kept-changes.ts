/** What is asked and told of changes that are kept: keeping, what became of them, putting back what is lost. */
import type { CodeAction } from "vscode-languageserver";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { unpackReport } from "../../analysis/packed";
import { applyEdits } from "../../gates/edits";
import type { Fix } from "../../gates/judgement";
import { counted } from "../../logic/names";
import { hunksBetween } from "../../patches/hunks";
import type { KeptPatch } from "../../patches/store";
import { baseOf, isPatch } from "../../patches/store";
import { makeSource } from "../../text/source";
import { problemOf } from "../../workspace/file-system";
import type { PatchReader, PatchStatus } from "../../workspace/kept-patches";
import { exportPatches, reapplyAll, verifyPatches } from "../../workspace/kept-patches";
import { scanFile } from "../../workspace/scan";
import { sourceIn } from "../../workspace/source-in";
import { annotatedEdit } from "./annotated-edit";
import type { ServerContext } from "../context";
import { keyOfUri, uriOfKey } from "../locations";
import { idOf } from "./kept-store";
import type { ForgetParams, KeptChanges, UndoneParams } from "../protocol";
import {
  FORGET_METHOD,
  KEEP_COMMAND,
  KEEP_OPENED_METHOD,
  KEPT_METHOD,
  REAPPLY_METHOD,
  UNDONE_METHOD,
} from "../protocol";
import type { DocumentReport } from "../findings/reports";
import { textIn } from "../findings/reports";
import { faultText, runQuietly } from "../run-safely";

export function answerKeptChanges(context: ServerContext): void {
  const { connection, kept, log } = context;
  connection.onExecuteCommand(async ({ command, arguments: given }) => {
    if (command !== KEEP_COMMAND || !Array.isArray(given) || !given.every(isPatch))
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${command} is no command of this server`);
    await kept.keep(given);
    return null;
  });
  connection.onRequest(KEEP_OPENED_METHOD, () => kept.keepExpected());
  connection.onNotification(UNDONE_METHOD, ({ uri }: UndoneParams) =>
    runQuietly("kept changes", log, () => kept.follow(keyOfUri(uri))),
  );
  connection.onRequest(FORGET_METHOD, ({ id }: ForgetParams) => orFail(context, () => kept.forget(id)));
  connection.onRequest(KEPT_METHOD, () => orFail(context, () => keptChanges(context)));
  connection.onRequest(REAPPLY_METHOD, () => orFail(context, () => reapplying(context)));
}

/** Damaged stores are told of, and written to the log. */
async function orFail<T>({ log }: ServerContext, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (thrown) {
    log(`kept changes: ${faultText(thrown)}`);
    throw new ResponseError(LSPErrorCodes.RequestFailed, problemOf(thrown).message);
  }
}

/** The action with the command that keeps what its edit does to files that are not the workspace's own. */
export function withKeeping(
  { kept }: ServerContext,
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
    if (text === undefined || !kept.keeps(path)) return [];
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

interface KeptStatus extends PatchStatus {
  readonly id: string;
}

/** Every kept change, where it stands now, and all of them as a patch. */
async function statusesOf(context: ServerContext): Promise<{ statuses: KeptStatus[]; patch: string }> {
  const statuses: KeptStatus[] = [];
  let patch = "";
  for (const { place, store } of await context.kept.all()) {
    const own = await verifyPatches(store, baseOf(place), readerOf(context));
    statuses.push(...own.map((status) => ({ ...status, id: idOf(place, status.patch) })));
    patch += exportPatches(own);
  }
  return { statuses, patch };
}

async function keptChanges(context: ServerContext): Promise<KeptChanges> {
  const { statuses, patch } = await statusesOf(context);
  const needAttention = statuses.filter(
    ({ state }) => state !== "in place" && state !== "opened otherwise",
  ).length;
  return {
    total: statuses.length,
    needAttention,
    lost: statuses.filter(({ state }) => state === "lost").length,
    message: messageOf(statuses),
    changes: statuses.map(({ id, patch: { title }, path, state, line }) => ({
      id,
      uri: uriOfKey(path),
      line,
      state,
      title,
    })),
    patch,
  };
}

/** The edit that puts back what is lost; null where nothing is. */
async function reapplying(context: ServerContext): Promise<ReturnType<typeof annotatedEdit>> {
  const { statuses } = await statusesOf(context);
  const texts = new Map<string, string | null>();
  for (const { path } of statuses) texts.set(path, await context.textOf(path));
  const edits = reapplyAll(statuses, (path) => texts.get(path) ?? null);
  const lost = statuses.filter(({ state }) => state === "lost").length;
  return annotatedEdit(context, edits, (path) => makeSource(path, texts.get(path) ?? ""), {
    id: "smLens.putsBack",
    label: `Put back ${counted(lost, "change")}`,
    description: "the file was replaced since: look at each",
  });
}

function messageOf(statuses: readonly PatchStatus[]): string {
  if (statuses.length === 0) return "No change is kept: no fix was applied to a file outside the project.";
  const counts = new Map<string, number>();
  for (const { state } of statuses) counts.set(state, (counts.get(state) ?? 0) + 1);
  const parts = [...counts].map(([state, count]) => `${count} ${state}`).join(", ");
  return `${counted(statuses.length, "change")} kept: ${parts}.`;
}

function readerOf(context: ServerContext): PatchReader {
  const { files, runtime, settings } = context;
  return {
    text: (path) => context.textOf(path),
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
