/**
 * Code that a macro of `<nv/target>` gives to some targets: `NV_IF_TARGET(NV_PROVIDES_SM_90, (…), (…))`. It is a
 * conditional without a directive; each piece of it is one arm.
 */
import { passesOfSelector } from "../arch/nv-target";
import type { Condition } from "../logic/diagram";
import type { Span } from "../text/source";
import type { BodyFile } from "./body/facts";
import type { Code } from "./body/code";
import type { CudaFile } from "./file";
import { enclosingBranch } from "./macro-gates";

export interface TargetArm {
  /** The selector as written; null for the rest, whom no selector names. */
  readonly selector: Span | null;
  /** The names of the selectors of arms before it and of its own. */
  readonly selectors: readonly string[];
  /** Its code, without the parentheses around it. */
  readonly body: Span;
  /** Where it is compiled, the conditions around and the arms before it included. */
  readonly presence: Condition;
  /** Whether it is for all of the device or of the host alike. */
  readonly isGeneral: boolean;
}

export interface TargetCall {
  /** From the macro's name to its closing parenthesis. */
  readonly span: Span;
  readonly around: Condition;
  readonly arms: readonly TargetArm[];
}

const CALLS = new Set(["NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"]);
const GENERAL = new Set(["NV_IS_DEVICE", "NV_IS_HOST", "NV_ANY_TARGET", "NV_NO_TARGET"]);

/** Cheap test whether a text can hold such a call. */
export function mayHoldTargetCode(text: string): boolean {
  return /\bNV_(?:IF_TARGET|IF_ELSE_TARGET|DISPATCH_TARGET)\s*\(/.test(text);
}

/** In source order; one inside an arm of another comes after that. A call with a selector that is not known is none. */
export function targetCallsIn(file: CudaFile, { code }: BodyFile): TargetCall[] {
  const found: TargetCall[] = [];
  const { diagrams } = file.session;
  code.tokens.forEach((token, at) => {
    if (token.kind !== "name" || !CALLS.has(token.text)) return;
    const pieces = argumentsAt(code, at + 1);
    const last = code.tokens[code.partners[at + 1] ?? -1];
    if (pieces === null || last === undefined) return;
    const around = presenceAt(file, found, token.start);
    const isDispatch = token.text === "NV_DISPATCH_TARGET";
    const arms: TargetArm[] = [];
    const selectors: string[] = [];
    let left = around;
    const pairs = isDispatch ? Math.floor(pieces.length / 2) : 1;
    for (let index = 0; index < pairs; index++) {
      const [selector, body] = [pieces[2 * index], pieces[2 * index + 1]];
      const name = selector === undefined ? "" : selectorIn(code, selector);
      const passes = passesOfSelector(name);
      if (selector === undefined || body === undefined || passes === null) return;
      // Named a second time it is never reached. There are few names, so that a call has few arms, however long it is.
      if (selectors.includes(name)) continue;
      const holds = diagrams.inPasses(passes);
      selectors.push(name);
      arms.push({
        selector: spanOf(code, selector),
        selectors: [...selectors],
        body: bodyOf(code, body),
        presence: diagrams.and(left, holds),
        isGeneral: GENERAL.has(name),
      });
      left = diagrams.and(left, diagrams.not(holds));
    }
    const [otherwise, ...more] = isDispatch ? [] : pieces.slice(2);
    if (otherwise !== undefined) {
      const rest = { from: otherwise.from, to: (more.at(-1) ?? otherwise).to };
      arms.push({ selector: null, selectors, body: bodyOf(code, rest), presence: left, isGeneral: false });
    }
    if (arms.length > 0) found.push({ span: { start: token.start, end: last.end }, around, arms });
  });
  return found;
}

/** Token indices; the end is exclusive. */
interface Piece {
  readonly from: number;
  readonly to: number;
}

/** What stands between the commas of the parentheses that open at `open`. */
function argumentsAt({ tokens, partners }: Code, open: number): Piece[] | null {
  const close = tokens[open]?.text === "(" ? (partners[open] ?? -1) : -1;
  if (close <= open) return null;
  const pieces: Piece[] = [];
  let from = open + 1;
  for (let at = from; at <= close; at++) {
    if (at === close || tokens[at]?.text === ",") {
      pieces.push({ from, to: at });
      from = at + 1;
    } else if ((partners[at] ?? -1) > at) at = partners[at] ?? at;
  }
  return pieces.filter((piece) => piece.to > piece.from);
}

const MOST_NAMES = 4;

/** The selector's own name, where a macro of the file stands for it. */
function selectorIn({ tokens, macros }: Code, { from, to }: Piece): string {
  let name = to - from === 1 ? (tokens[from]?.text ?? "") : "";
  for (let step = 0; step < MOST_NAMES && passesOfSelector(name) === null; step++) {
    const body = macros.get(name)?.body ?? [];
    if (body.length !== 1) break;
    name = body[0]?.text ?? "";
  }
  return name;
}

function spanOf({ tokens }: Code, { from, to }: Piece): Span {
  return { start: tokens[from]?.start ?? 0, end: tokens[to - 1]?.end ?? 0 };
}

function bodyOf(code: Code, { from, to }: Piece): Span {
  const isClosed = code.tokens[from]?.text === "(" && code.partners[from] === to - 1;
  if (!isClosed) return spanOf(code, { from, to });
  return { start: code.tokens[from]?.end ?? 0, end: code.tokens[to - 1]?.start ?? 0 };
}

/** Where the place is compiled: by the innermost arm of an earlier call that holds it, else by its conditional. */
function presenceAt(file: CudaFile, calls: readonly TargetCall[], offset: number): Condition {
  for (let index = calls.length - 1; index >= 0 && index > calls.length - NEAREST; index--) {
    const arm = calls[index]?.arms.find(({ body }) => body.start <= offset && offset < body.end);
    if (arm !== undefined) return arm.presence;
  }
  return enclosingBranch(file.presence.branches, offset)?.presence ?? file.session.diagrams.always;
}

/** How many calls back one is looked for that holds another: it keeps the work linear. */
const NEAREST = 64;
