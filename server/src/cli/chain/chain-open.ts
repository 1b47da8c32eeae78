import { refusedBehind } from "../../chain/behind";
import type { Chain } from "../../chain/chain";
import type { Opening } from "../../chain/open";
import { editsByPath, opening } from "../../chain/open";
import { placeOf } from "../../display/chain-answer";
import { counted } from "../../logic/names";
import { sourceIn } from "../../workspace/source-in";
import type { ChainOptions, ChainRun } from "./chain-run";
import type { Change } from "../fix/changes";
import { changeOf, writeTogether } from "../fix/changes";
import { unifiedDiff } from "../fix/diff";
import type { About } from "../fix/fix-remember";
import { checkRemembered, rememberChanges } from "../fix/fix-remember";
import type { ExitCode } from "../io";
import { editJson, SCHEMA_VERSION } from "../json";

/** Opens what can be opened of a chain, in all its files; 1 where there is nothing to do or something stays closed. */
export async function openChain(run: ChainRun, chain: Chain, options: ChainOptions): Promise<ExitCode> {
  const { workspace, io, show } = run;
  const found = opening(
    chain,
    (path, judged) => workspace.fixesOf(path, judged),
    (path, judged) => refusedBehind(workspace.maker, path, judged),
  );
  const changes: Change[] = [];
  for (const [path, edits] of editsByPath(found))
    changes.push(await changeOf(io, path, edits, workspace.files.text(path)));
  const diffs = changes.map(({ path, before, after }) => unifiedDiff(show(path), before, after));
  // Places are those of the files as they were read: what is said of them is made before anything is written.
  const isJson = options.format === "json";
  const said = isJson
    ? `${JSON.stringify(openJson(run, found, diffs), null, 2)}\n`
    : openText(run, found, options.dryRun === true);
  if (options.dryRun !== true) {
    await checkRemembered(run, changes, options);
    await writeTogether(io, changes, show);
    await rememberChanges(run, changes, (path) => aboutOf(path, found, chain), options);
  }
  if (!isJson && options.dryRun === true) for (const diff of diffs) io.out(diff);
  if (isJson) io.out(said);
  else io.err(said);
  return found.opened.length > 0 && found.left.length === 0 ? 0 : 1;
}

/** What was opened in a file; the rule that spoke there, if it was one alone. */
function aboutOf(path: string, { opened }: Opening, { entry, target }: Chain): About {
  const rules = new Set(
    opened.filter(({ step }) => step.path === path).map(({ step }) => step.judged?.rule ?? null),
  );
  const [rule = null] = rules.size === 1 ? rules : [];
  return { title: `Open the chain of ${entry}`, target, rule };
}

function openJson(run: ChainRun, { opened, left }: Opening, diffs: readonly Uint8Array[]): object {
  const sourceOf = sourceIn(run.workspace.round);
  const decoder = new TextDecoder();
  return {
    schemaVersion: SCHEMA_VERSION,
    opened: opened.flatMap(({ step, fix }) => {
      const report = run.workspace.reportOf(step.path);
      if (report === null) return [];
      const context = { report, show: run.show, sourceOf };
      const edits = fix.edits.flatMap((edit) => editJson(context, edit));
      return [
        { kind: fix.kind, title: fix.title, preferred: fix.preferred, admitsAfter: fix.admitsAfter, edits },
      ];
    }),
    left: left.map(({ step, why }) => ({
      place: placeOf(step, { show: run.show, sourceOf }),
      title: step.title,
      why,
    })),
    diff: diffs.map((bytes) => decoder.decode(bytes)).join(""),
  };
}

function openText(run: ChainRun, { opened, left }: Opening, dry: boolean): string {
  const context = { show: run.show, sourceOf: sourceIn(run.workspace.round) };
  const verb = dry ? "would apply" : "applied";
  const lines = [
    ...opened.map(({ step, fix }) => `${placeOf(step, context)}: ${verb}: ${fix.title}`),
    ...left.map(({ step, why }) => `${placeOf(step, context)}: left as it is: ${why}`),
  ];
  if (lines.length === 0) lines.push("no gate of this chain is closed");
  else if (opened.length > 0)
    lines.push(`${counted(opened.length, "edit")}; compiling is not the same as working`);
  return lines.map((line) => `sm-lens: ${line}\n`).join("");
}
