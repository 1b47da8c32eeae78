/**
 * What a piece of a module may do to lists, flags and attributes that stand elsewhere, by its text alone: what is not
 * seen to be a plain reading makes what they hold unknown.
 */
/** Never from within a word, and never over more than a little of what may be anything: it keeps the work linear. */
const NAME = String.raw`(?<!\w)[^\W\d]\w*`;
const SPACE = String.raw`\s{0,80}`;
const TYPE = String.raw`:[^=\n]{0,300}`;
/** A name, an attribute of one, what a function gives; also of a call: `type(self).ok`, `C().archs`. */
const PATH = String.raw`(?:(?:${NAME}|\))${SPACE}\.${SPACE})?${NAME}(?:\(\))?`;
const METHODS =
  "append|add|extend|update|insert|discard|remove|clear|pop|sort|reverse|setdefault|popitem|(?:symmetric_)?difference_update|intersection_update|__(?:iadd|ior|iand|isub|ixor|setitem|delitem)__";
const ASSIGNS = String.raw`(?:[-+*/|&^%@]|//|<<|>>|\*\*)?=(?!=)`;

const CHANGED = new RegExp(
  String.raw`(?<![\w.])(${PATH})[ \t]{0,80}\)?(?:[\s\\]{0,80}\.[\s\\]{0,80}(?:${METHODS})\b|[ \t]*\[[^\n]{0,300}\][ \t]*${ASSIGNS})`,
  "gu",
);
/** `list.append(archs, 12)`, `heapq.heappush(archs, 12)` */
const HANDED_OVER = new RegExp(
  String.raw`\b(?:(?:list|set|dict)\s*\.\s*(?:${METHODS})|heap(?:push|pop|ify|replace|pushpop)|insort(?:_left|_right)?|shuffle|i(?:add|or|and|sub|xor|concat)|setitem|delitem)\(\s*(${PATH})`,
  "gu",
);
/** `globals()["A"]`, `globals().update(A=9)` */
const BY_TEXT = /\b(?:globals|vars)\(\)(?:\s*\[\s*["'](\w+)["']|\.update\(\s*(\w+)\s*=)/gu;
/** `f = archs.append`: what is called later changes it later. */
const TAKEN = new RegExp(
  String.raw`(?<![\w.])(${PATH})[ \t]{0,80}\.[ \t]{0,80}(?:${METHODS})\b(?![ \t]*\()`,
  "gu",
);
const GROWN = new RegExp(String.raw`(?<![\w.])([^\W\d]\w*\.[^\W\d]\w*)[ \t]{0,80}${ASSIGNS}`, "gu");

/** The paths of what the text changes where it is: "A", "self.a", "f()", ").a". */
export function changedPaths(text: string): Set<string> {
  const found = [...text.matchAll(CHANGED), ...text.matchAll(HANDED_OVER)].map(([, path = ""]) => path);
  for (const [, path = ""] of text.matchAll(GROWN)) if (/^(?:cls|self)\./.test(path)) found.push(path);
  return new Set([...found.map((path) => path.replace(/\s+/g, "")), ...setByText(text)]);
}

export function setByText(text: string): string[] {
  return Array.from(text.matchAll(BY_TEXT), ([, one, other]) => one ?? other ?? "");
}

/** Those of them whose moment is not seen, or that are named by text. */
export function changedLater(text: string): Set<string> {
  const found = [...text.matchAll(TAKEN), ...text.matchAll(HANDED_OVER)].map(([, path = ""]) => path);
  return new Set([...found.map((path) => path.replace(/\s+/g, "")), ...setByText(text)]);
}

const WRITTEN = new RegExp(
  String.raw`((?<!\w)\w+|\))${SPACE}\.${SPACE}(${NAME})\)?[ \t]{0,80}(?:${TYPE})?(?:${ASSIGNS}|,[^\n=]{0,300}=(?!=))`,
  "gu",
);
const LOOPED = new RegExp(String.raw`\b(?:for|as)\s+(\w+)\.([^\W\d]\w*)\b`, "gu");
const SET_BY_TEXT = /setattr(?:__)?\(\s*(?:([^,\n]{0,300}),\s*)?["'](\w+)["']/gu;
/** `c.__dict__["archs"] = …`, `vars(c).update(archs=…)`; of whatever object. */
const SET_IN_DICT =
  /(?:__dict__|\bvars\(([^()\n]{0,300})\))(?:\s*\[\s*["'](\w+)["']\s*\]\s*=(?!=)|\.update\(\s*(?:\{\s*["'])?(\w+))/gu;

/** Attributes that the text gives another value: [what they are of, their name]. */
export function writtenAttributes(text: string): (readonly [string, string])[] {
  return [WRITTEN, LOOPED, SET_BY_TEXT, SET_IN_DICT].flatMap((pattern) =>
    Array.from(
      text.matchAll(pattern),
      ([, object = "", name, other = ""]) => [object.trim(), name ?? other] as const,
    ),
  );
}

const ASSIGNMENT = /(?<=^|;|\n)[ \t]*((?:[\w.]+[ \t]*(?:,[ \t]*)?(?::[^=\n]*)?=(?!=)[ \t]*)+)([^\n;#]*)/gu;
const WALRUS = new RegExp(String.raw`(${NAME})${SPACE}:=${SPACE}(${NAME})\b(?!${SPACE}[.([])`, "gu");
const LOOP = new RegExp(String.raw`\bfor\s+(${NAME})\s+in${SPACE}[(\[]([\w\s,]{0,1000})[)\]]`, "gu");
const DEFAULT = new RegExp(
  String.raw`(${NAME})${SPACE}(?::[^=,()\n]{0,300})?=${SPACE}(${NAME})${SPACE}[,)]`,
  "gu",
);
const RETURNED = new RegExp(
  String.raw`\bdef\s+(${NAME})${SPACE}\([^)]{0,1000}\)[^:]{0,300}:${SPACE}return\s+(${NAME})\b(?!${SPACE}[.([])`,
  "gu",
);
const WORDS = /^(?:or|and|if|else|not|in|is|None|True|False)$/;

const TARGET = new RegExp(String.raw`(?<![\w.])[\w.]+(?=[ \t]{0,80}(?:,[ \t]{0,80})?(?:${TYPE})?=)`, "g");

/** Names that may hold the same list: `B = A or []`, `A = B = [9]`, `for B in (A,)`, `def f(x=A)`. */
export function sharedNames(text: string): (readonly [string, string])[] {
  return [...pairsIn(text)];
}

function* pairsIn(text: string): Generator<readonly [string, string]> {
  for (const [, targets = "", value = ""] of text.matchAll(ASSIGNMENT)) {
    const names = targets.match(TARGET) ?? [];
    const [first, ...more] = names;
    if (first === undefined) continue;
    for (const other of [...more, ...plainNames(value)]) yield [first, other];
  }
  for (const pattern of [WALRUS, DEFAULT]) {
    for (const [, name = "", other = ""] of text.matchAll(pattern)) yield [name, other];
  }
  for (const [, name = "", other = ""] of text.matchAll(RETURNED)) yield [`${name}()`, other];
  for (const [, name = "", items = ""] of text.matchAll(LOOP)) {
    for (const other of items.match(/[^\W\d]\w*/gu) ?? []) yield [name, other];
  }
}

const LONGEST = 1000;

/** The names of which the value may be one: those outside of brackets, calls and attributes of which are none. */
function plainNames(value: string): string[] {
  if (!/^[\w\s.,()[\]{}"'=!<>]*$/u.test(value)) return [];
  // Of a long value all names are taken: too many make more unknown, too few would make a wrong answer.
  const outside = value.length > LONGEST ? value : value.replace(/\[[^\]]*\]|\{[^}]*\}/g, " [] ");
  return Array.from(
    outside.matchAll(/(?<![\w.])[^\W\d]\w*(?:\.\w+)?(?![\w.]|\s*[([])/gu),
    ([name]) => name,
  ).filter((name) => !WORDS.test(name));
}
