import { devicesOfBinary } from "../arch/arch-list";
import { DEVICES } from "../arch/devices";
import { TARGETS } from "../arch/targets";
import type { Dependent, Gate } from "../gates/gate";
import { ALL_DEVICES, ALL_TARGETS, maskWhere, targetNames, type Mask } from "../logic/sets";
import { basename, dirname } from "../text/paths";
import { sliceOf } from "../text/source";
import { archTestOf, type ArchTest } from "./arch-tests";
import type { BuildFile } from "./build-file";
import { isOwn, ownArchitectures, ownSources } from "./exemptions";
import type { CMakeCommand } from "./cmake-lexer";
import { devicesNamedBy } from "./names";
import { remarksAbove } from "./remarks";
import type { ArchTestShape } from "./shape";

interface Arm {
  readonly command: CMakeCommand;
  readonly test: ArchTest;
  /** Whether it lets in whom its condition does not stop. */
  readonly refuses?: boolean;
}

interface Chain {
  readonly arms: Arm[];
  inElse: boolean;
  /** Whether the `else` has other code for those that no arm takes. */
  hasOtherWork: boolean;
  /** Whether the first arm ends the build with a message. */
  refuses: boolean;
}

/** Gates of every `if` that asks a list for its architectures; a chain of several is one more. */
export function testGates(file: BuildFile): Gate[] {
  return chainsOf(file).flatMap((chain) => {
    const { arms } = chain;
    const last = arms.at(-1);
    if (arms.length === 1 || last === undefined) {
      return arms.map((arm) => gateOf(file, arm, chain, "comparison", (mask) => exemption(file, arm, mask)));
    }
    const gates = arms.map((arm) =>
      gateOf(file, arm, chain, "comparison", (mask) => exemptionOfArm(file, arm, arms, mask)),
    );
    return [...gates, gateOf(file, last, chain, "ladder", (mask) => exemptionOfAll(file, arms, mask))];
  });
}

/** The tests of each `if … elseif …` together. */
function chainsOf(file: BuildFile): Chain[] {
  const open: Chain[] = [];
  const chains: Chain[] = [];
  for (const { command } of file.placed) {
    const chain = open.at(-1);
    if (command.name === "endif") open.pop();
    else if (chain?.inElse === false && isFatal(command)) chain.refuses = true;
    else if (command.name === "else" && chain !== undefined) chain.inElse = true;
    else if (chain?.inElse === true && isWork(command)) chain.hasOtherWork = true;
    if (command.name === "if") {
      const started: Chain = { arms: [], inElse: false, hasOtherWork: false, refuses: false };
      chains.push(started);
      open.push(started);
    }
    const test = command.name === "if" || command.name === "elseif" ? archTestOf(command) : null;
    if (test !== null) open.at(-1)?.arms.push({ command, test });
  }
  return chains.filter(({ arms }) => arms.length > 0).map(turned);
}

/** `if(NOT archs MATCHES "90a") message(FATAL_ERROR …)`: who gets on is who does not take the arm. */
function turned(chain: Chain): Chain {
  const [arm, ...others] = chain.arms;
  if (!chain.refuses || arm === undefined || others.length > 0 || chain.inElse) return chain;
  const { passes, open, negated } = arm.test;
  const test = { ...arm.test, passes: ALL_TARGETS & ~passes & ~open, negated: !negated };
  return { ...chain, arms: [{ ...arm, test, refuses: true }] };
}

function isFatal({ name, arguments: [kind] }: CMakeCommand): boolean {
  return name === "message" && (kind?.text === "FATAL_ERROR" || kind?.text === "SEND_ERROR");
}

/** Whether an `else` with this command serves those that no arm takes: a message or an emptied variable does not. */
function isWork({ name, arguments: [, value, more] }: CMakeCommand): boolean {
  if (/^(?:message|unset|return|option|endif|elseif|if)$/.test(name)) return false;
  if (name !== "set") return true;
  return value !== undefined && (more !== undefined || !/^"?(?:|OFF|FALSE|NO|0)"?$/i.test(value.text));
}

interface Devices {
  readonly admits: Mask;
  readonly open: Mask;
  readonly when: string;
  readonly exact: Mask;
}

/**
 * Who builds for one device names that: `"120" IN_LIST archs` fails for a build of 121, whatever code of sm_120 would run
 * on. A family's name is for all of it.
 */
function devicesOf(test: ArchTest): Devices {
  const own = (mask: Mask): Mask =>
    TARGETS.reduce((devices, target, index) => {
      if (((mask >> index) & 1) === 0) return devices;
      const alone = maskWhere(DEVICES, (device) => device.capability === target.capability);
      return devices | (test.negated || target.suffix !== "f" ? alone : devicesOfBinary(target));
    }, 0);
  const admits = own(test.passes);
  return { admits, open: own(test.open) & ~admits, when: test.rest, exact: test.passes };
}

function union(a: Devices, b: Devices): Devices {
  const admits = a.admits | b.admits;
  const when = [a, b]
    .filter((part) => part.open !== 0)
    .map((part) => part.when)
    .join(" OR ");
  return { admits, open: (a.open | b.open) & ~admits, when, exact: a.exact | b.exact };
}

function gateOf(
  file: BuildFile,
  arm: Arm,
  { arms, hasOtherWork, refuses }: Chain,
  form: "comparison" | "ladder",
  exemptFor: (excluded: Mask) => string | null,
): Gate {
  const { command, test } = arm;
  const devices = form === "ladder" ? devicesOfAll(arms) : devicesOf(test);
  const depends: Dependent[] = devices.open === 0 ? [] : [{ mask: devices.open, when: devices.when }];
  const literal = test.literals[0];
  const shape: ArchTestShape | null =
    literal === undefined || form === "ladder"
      ? null
      : {
          kind: "architecture test",
          operator: test.operator,
          literal,
          negated: test.negated,
          place: test.place,
          joined: test.joined,
          inLadder: arms.length > 1,
        };
  return {
    layer: "build",
    form,
    span: command.span,
    text: sliceOf(file.source, command.span),
    domain: "devices",
    admission: { admits: devices.admits, excludes: ALL_DEVICES & ~devices.admits & ~devices.open, depends },
    exact: targetNames(devices.exact),
    host: null,
    operandFor: () => literal?.outer ?? null,
    consequence: refuses ? "raises" : hasOtherWork ? "falls back" : "unbuilt",
    instructions: [],
    remarks: remarksAbove(file, command.span.start),
    definedAt: null,
    exemptFor,
    claim: null,
    shape,
  };
}

function devicesOfAll(arms: readonly Arm[]): Devices {
  return arms.map((arm) => devicesOf(arm.test)).reduce(union);
}

/** What is left out is told at the arm that serves its sibling, if there is one, else at the whole ladder. */
function exemptionOfArm(file: BuildFile, arm: Arm, arms: readonly Arm[], excluded: Mask): string | null {
  const { admits, open } = devicesOfAll(arms);
  const servedElsewhere = (excluded & ~(admits | open)) === 0;
  if (servedElsewhere) return "another arm serves it";
  return servesSibling(arm, excluded) ? exemption(file, arm, excluded) : "one arm of a ladder";
}

function exemptionOfAll(file: BuildFile, arms: readonly Arm[], excluded: Mask): string | null {
  if (arms.some((arm) => servesSibling(arm, excluded))) return "told at the arm that serves its sibling";
  const reasons = arms.map((arm) => exemption(file, arm, excluded));
  return reasons.includes(null) ? null : (reasons[0] ?? null);
}

function servesSibling(arm: Arm, excluded: Mask): boolean {
  const majors = new Set(DEVICES.filter((_, index) => (excluded >> index) & 1).map((device) => device.major));
  return (devicesOf(arm.test).admits & maskWhere(DEVICES, (device) => majors.has(device.major))) !== 0;
}

function exemption(file: BuildFile, arm: Arm, excluded: Mask): string | null {
  const { test, command } = arm;
  if (test.negated && arm.refuses !== true) return "it asks for what the list does not name";
  if (test.variables.some((name) => file.isLoopVariable(name)))
    return "it looks at the entries of a list one by one";
  const { admits, open } = devicesOf(test);
  const served = admits | open;
  const folder = devicesNamedBy(basename(dirname(file.source.path)));
  if (isOwn(folder, served, excluded)) return "the folder is named for other devices";
  const passed = TARGETS.filter((_, index) => ((test.passes | test.open) >> index) & 1);
  return ownSources(file, command, served, excluded) ?? ownArchitectures(passed, excluded);
}
