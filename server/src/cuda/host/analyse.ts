/** Run-time checks of the device in host code, as gates. */
import type { Gate } from "../../gates/gate";
import type { SourceText } from "../../text/source";
import type { Mask } from "../../logic/sets";
import type { BodyFile } from "../body/facts";
import { Behind } from "./behind";
import { branchGates, decidingChains } from "./branches";
import { checksOf } from "./check-macros";
import { assertionGates, checkGates, definitionGates, requirementGates, returnGates } from "./checks";
import { constantsOf } from "./constants";
import { Evaluator } from "./evaluate";
import { guardsOf } from "./guards";
import type { DecidingArm, DecidingChain } from "./ladders";
import { listGates } from "./list-gates";
import { reachOf } from "./reach";
import type { HostReader } from "./reader";
import { scopeOf } from "./scope";
import { blocksOf, type Range } from "./statements";
import { switchGates } from "./switches";
import { asksForDevice } from "./telling";
import { truthSets } from "./values";
import type { HostView } from "./view";

/**
 * Every place in host code that decides by the device's capability, in source order. `asked` are the devices in
 * question: arms that these do not take are no way to the code behind a gate.
 */
export function analyseHost(source: SourceText, bodies: BodyFile, asked: Mask, view: HostView): Gate[] {
  if (!mayHoldHostGates(source.text)) return [];
  const { code } = bodies;
  const closedArms = (): Range[] => chains.flatMap((chain) => closedIn(chain, asked));
  const blocks = blocksOf(code);
  const reader: HostReader = {
    blocks,
    source,
    code,
    evaluator: new Evaluator(scopeOf(code, bodies.functions), view),
    comments: bodies.comments,
    guards: guardsOf(code),
    behind: new Behind({ bodies, closedArms, isReplacedAt: (offset) => view.isReplacedAt(offset) }),
  };
  const checks = checksOf(reader);
  const chains = decidingChains(reader, blocks, checks);
  const reach = reachOf(reader, chains);
  const gates = [
    ...branchGates(reader, blocks, chains, checks),
    ...checkGates(reader, checks, reach),
    ...requirementGates(reader, reach),
    ...assertionGates(reader),
    ...returnGates(reader),
    ...definitionGates(reader, checks, constantsOf(reader, chains), reach),
    ...switchGates(reader, checks),
  ];
  gates.push(...listGates(reader, gates));
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** The arms that none of the asked takes, and the `else` where arms take them all. */
function closedIn({ chain, arms }: DecidingChain, asked: Mask): Range[] {
  const bodies = arms.filter((arm) => isClosed(arm, asked)).map(({ arm }) => arm.body);
  const taken = arms.reduce((mask, arm) => mask | truthSets(arm.taken).yes, 0);
  const isLeft = chain.otherwise !== null && (asked & ~taken) === 0;
  return isLeft ? [...bodies, chain.otherwise] : bodies;
}

function isClosed({ taken }: DecidingArm, asked: Mask): boolean {
  return (asked & ~truthSets(taken).no) === 0;
}

const NAME = "(?:[sS][mM]|SM|[aA]rch|ARCH|cc|CC|[cC]apability|[mM]ajor)";
/** A telling name compared, divided or switched over; a query of the device; a tag's type. */
const TELLING = new RegExp(
  [
    `${NAME}\\w{0,80}(?:\\(\\w*\\))?\\)?\\s*(?:[=!<>]=|[<>]\\s*\\w*\\d|/\\s*10|\\*\\s*10)`,
    `\\d\\s*[=!<>]=?\\s*\\w*${NAME}`,
    // with a text, with what a template is given
    `[=!]=\\s*"(?:sm|compute)_?\\d`,
    `\\d[af]?"\\s*[=!]=\\s*\\w*${NAME}`,
    `(?:strn?cmp|strstr|compare|starts_with|contains|find)\\s*\\([^;{}\\n]{0,80}"[sc]?\\w{0,8}\\d`,
    `substr\\s*\\([^;{}\\n"]{0,40}\\)\\s*[!=]=\\s*"\\d`,
    `${NAME}\\w{0,80}<\\s*\\d{2,3}\\s*[,>]`,
    `_(?:EQ|NE|G[ET]|L[ET])\\(\\s*[\\w.>()-]*${NAME}`,
    `switch\\s*\\([^)\\n]*${NAME}`,
    `(?:[sS][mM]|[aA]rch|[cC]apability)_?(?:[vV]er|[nN]um|[aA]rch)\\w*\\(`,
    "ComputeCapabilityM|COMPUTE_CAPABILITY_M",
    "(?:\\.|->)m(?:ajor|inor)\\b",
    "\\bis_(?:major|match|compatible)_v\\s*<",
    // asked of a list, or of a pair
    `(?:count|contains|find)\\s*\\([^;{}\\n]{0,80}${NAME}`,
    `${NAME}\\w{0,80}\\.(?:first|second)\\b`,
    `is_same\\w*\\s*<[^;{}\\n]{0,120}[sS][mM]_?\\d`,
  ].join("|"),
);

/** Cheap test whether a file speaks of architectures in host code at all. */
export function speaksOfArchitecture(text: string): boolean {
  return TELLING.test(text);
}

/** Cheap test whether a file can hold such a place. */
export function mayHoldHostGates(text: string): boolean {
  return TELLING.test(text) && asksForDevice(text);
}
