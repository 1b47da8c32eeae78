/**
 * Random files of conditionals for fast-check: nested chains, macros under guards, conditions in every spelling and
 * with every fault, code that only looks like directives. A generated file closes what it opens, so that several can
 * be put one behind the other.
 */
import fc from "fast-check";

/** Text of a file in which `@` stands for a suffix that keeps its names apart from those of others. */
export type Template = string;

/** Names that a file may leave undefined; definitions given from outside are the unknowns of a residual. */
export const UNKNOWN_NAMES = ["ENABLE_A@", "ENABLE_B@", "LEVEL@"] as const;
/** A function-like macro that no file defines. */
export const UNKNOWN_FUNCTION = "OUTSIDE@";
const LOCAL_NAMES = ["FAST@", "TILE@", "SAVED@", "BOTH@"] as const;
const ARCHITECTURE_NAMES = [
  "__CUDA_ARCH__",
  "__CUDA_ARCH__",
  "__CUDA_ARCH__",
  "__CUDA_ARCH_FEAT_SM90_ALL",
  "__CUDA_ARCH_FEAT_SM120_ALL",
  "__CUDA_ARCH_FAMILY_SPECIFIC__",
  "__CUDA_ARCH_SPECIFIC__",
] as const;
const OTHER_NAMES = [
  "__CUDACC_VER_MAJOR__",
  "CUDART_VERSION",
  "__cplusplus",
  "__GNUC__",
  "true",
  "false",
  "nothing",
];

const shortName = fc.constantFrom(...LOCAL_NAMES, ...UNKNOWN_NAMES);
const anyName = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...ARCHITECTURE_NAMES) },
  { weight: 4, arbitrary: shortName },
  { weight: 1, arbitrary: fc.constantFrom(...OTHER_NAMES) },
);

const numbers = [
  "0",
  "1",
  "2",
  "3",
  "7",
  "64",
  "750",
  "800",
  "890",
  "900",
  "900u",
  "1000",
  "0x3E8",
  "1'200",
  "1200",
  "1200L",
  "1210",
  "1300ull",
  "13000",
  "0b11",
  "017",
  "'a'",
  "'\\n'",
  "'\\377'",
];
const wildNumbers = [
  "0b1.0",
  "0xFFFFFFFFFFFFFFFF",
  "9223372036854775807",
  "18446744073709551615u",
  "'ab'",
  "1.5",
  "09",
  "12ab",
  "''",
  '"text"',
];

const blank = fc.constantFrom(
  "",
  "",
  "",
  " ",
  " ",
  " ",
  "  ",
  "\t",
  "/**/",
  " /* x */ ",
  " \\\n",
  "/* a\n b */",
  " \\\n\t",
);

const binaryOperators = [
  "&&",
  "&&",
  "&&",
  "||",
  "||",
  "==",
  "!=",
  "<",
  ">",
  "<=",
  ">=",
  ">=",
  "<",
  "+",
  "-",
  "*",
  "&",
  "|",
  "^",
  "<<",
  ">>",
  "and",
  "or",
  "not_eq",
  "bitand",
  ",",
];
const riskyOperators = ["/", "%", "=", "=>", "", "&&&&"];

const isWord = (text: string): boolean => /^[a-z]/.test(text);

/** Two texts side by side, kept from growing into one token or into another operator. */
function beside(left: string, gap: string, right: string): string {
  const a = left[left.length - 1] ?? "";
  const b = right[0] ?? "";
  const merges = /[\w'$.@]/.test(a) && /[\w'$."]/.test(b);
  const grows = /[-+&|<>=!/*%^#:]/.test(a) && /[-+&|<>=/*%^#:]/.test(b);
  return gap === "" && (merges || grows) ? `${left} ${right}` : left + gap + right;
}

function expressions(residual: boolean): fc.Arbitrary<Template> {
  const number = fc.constantFrom(...numbers, ...numbers, ...numbers, ...wildNumbers);
  const operator = fc.constantFrom(
    ...binaryOperators,
    ...binaryOperators,
    ...binaryOperators,
    ...riskyOperators,
  );
  const defined = fc
    .tuple(anyName, fc.boolean(), blank, blank)
    .map(([name, paired, a, b]) => (paired ? `defined${a}(${b}${name}${a})` : beside("defined", a, name)));
  const { node } = fc.letrec<{ node: string; leaf: string }>((tie) => ({
    leaf: fc.oneof(
      { weight: 3, arbitrary: defined },
      { weight: 3, arbitrary: anyName },
      { weight: 3, arbitrary: number },
      {
        weight: 2,
        arbitrary: fc
          .tuple(fc.constantFrom(">=", "<", "==", ">", "<=", "!="), number, blank)
          .map(([comparison, value, gap]) => beside(beside("__CUDA_ARCH__", gap, comparison), gap, value)),
      },
    ),
    node: fc.oneof(
      { maxDepth: 3, depthSize: "xsmall", withCrossShrink: true },
      tie("leaf"),
      fc
        .tuple(tie("node"), operator, tie("node"), blank, blank)
        .map(([left, sign, right, a, b]) => beside(beside(left, a, sign), b, right)),
      fc.tuple(tie("node"), blank, blank).map(([inner, a, b]) => `(${a}${inner}${b})`),
      fc
        .tuple(fc.constantFrom("!", "-", "~", "+", "not", "compl", "!"), tie("node"), blank)
        .map(([sign, operand, gap]) => (isWord(sign) ? `${sign} (${operand})` : beside(sign, gap, operand))),
      fc
        .tuple(tie("node"), tie("node"), tie("node"), blank)
        .map(([test, yes, no, gap]) => `(${test})${gap}?${gap}(${yes}) :${gap}(${no})`),
      calls(
        tie("node").map((text) => withoutDefined(text, residual)),
        residual,
      ),
    ),
  }));
  return node;
}

const code: fc.Arbitrary<Template> = fc.constantFrom(
  "int a;",
  "",
  "// #if 0",
  "/* #else */ int b;",
  "/*\n#if 1\n*/",
  'const char *s = "#if 0 /* // ";',
  'const char *r = R"(\n#if 0\n " /* )";',
  'const char *d = R"x(\n#endif\n)" )x";',
  "char q = '\"'; int n = 1'000;",
  "int c = 3; // spliced \\\n#else",
  "  f(1, /* ) */\n    2);",
  "// don't",
  "#",
  "#pragma unroll",
  '#warning it is "so',
  '#include "nothing.h"',
  "#error never mind",
);

const oddCalls = ["IN@", "IN@()", "PICK@(1)", "IN@(1, 2)", "ALL@()", "ALL@", "IN@(", "PICK@((1, 2), 3)"];
/** What the unknown function gets is plain: its argument is part of a symbol, so it must not depend on anything. */
const outsideCalls = [
  "OUTSIDE@(1)",
  "OUTSIDE@ ( 2 )",
  "OUTSIDE@(-1)",
  "OUTSIDE@((3))",
  "OUTSIDE@(__CUDA_ARCH__)",
];

/** Mostly with the number of arguments that the definitions take. */
function calls(argument: fc.Arbitrary<Template>, residual: boolean): fc.Arbitrary<Template> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.tuple(argument, blank).map(([x, gap]) => `IN@${gap}(${gap}${x})`) },
    {
      weight: 4,
      arbitrary: fc.tuple(argument, argument, blank).map(([x, y, gap]) => `PICK@(${x},${gap}${y})`),
    },
    { weight: 4, arbitrary: fc.array(argument, { maxLength: 2 }).map((all) => `ALL@(${all.join(", ")})`) },
    { weight: 1, arbitrary: fc.constantFrom(...oddCalls) },
    { weight: residual ? 4 : 1, arbitrary: fc.constantFrom(...outsideCalls) },
  );
}

const PREAMBLE = "#define IN@(x) (x)\n#define PICK@(x, y) x\n#define ALL@(...) (0 __VA_ARGS__)";

const OPERAND = String.raw`(?:\s|\\\n|/\*[^]*?\*/|\()*`;
const definedName = new RegExp(String.raw`\bdefined\b(?=${OPERAND}\w+@)`, "g");

/**
 * In an argument, or brought there by a macro, `defined X` sees what X stands for and no name any more: an error,
 * where g++ goes on as it happens, unless X is not defined. So nothing that may be defined or empty is asked there.
 */
function withoutDefined(text: Template, residual: boolean): Template {
  return text.replace(residual ? /\bdefined\b/g : definedName, "not");
}

function definitions(expression: fc.Arbitrary<Template>, residual: boolean): fc.Arbitrary<Template> {
  const plain = expression.map((text) => withoutDefined(text, residual));
  const body = plain.map((text) => text.replace(/\\\n|\n/g, " "));
  const value = fc.oneof(
    { weight: 1, arbitrary: fc.constant("") },
    { weight: 3, arbitrary: fc.constantFrom(...numbers.slice(0, 12)) },
    { weight: 2, arbitrary: shortName },
    { weight: 3, arbitrary: body },
    { weight: 2, arbitrary: body.map((text) => `(${text})`) },
  );
  const callBody = fc.oneof(
    { weight: 3, arbitrary: body.map((text) => withoutDefined(text, true).replace(/LEVEL@|nothing/g, "x")) },
    {
      weight: 3,
      // A name put together from what is not known is not known either: nothing could be given for it.
      arbitrary: fc.constantFrom(
        "x",
        "(x)",
        "((x) + 1)",
        "x##1",
        residual ? "x" : "__CUDA_ARCH_##x",
        "x ? 1 : 0",
      ),
    },
  );
  const others = [
    "#define ALL@(...) (0 __VA_ARGS__)",
    "#define ALL@(x, ...) x __VA_OPT__(|| (__VA_ARGS__))",
    "#define ALL@(x, y...) PICK@(x, ##y)",
    '#pragma push_macro("TILE@")',
    '#pragma pop_macro("TILE@")',
    "#define IN@ IN@",
    "#define FAST@ FAST@ + 1",
    "#undef __CUDA_ARCH__",
    "#define __CUDA_ARCH__ 900",
    "#define BOTH@(x, x) 1",
    "#define 3",
    "#undef",
  ];
  return fc.oneof(
    { weight: 5, arbitrary: fc.tuple(shortName, value).map(([name, text]) => `#define ${name} ${text}`) },
    { weight: 1, arbitrary: shortName.map((name) => `#undef ${name}`) },
    { weight: 2, arbitrary: callBody.map((text) => `#define IN@(x) ${text}`) },
    { weight: 1, arbitrary: callBody.map((text) => `#define PICK@(x, y) ${text} + y`) },
    { weight: 2, arbitrary: fc.constantFrom(...others) },
  );
}

const tail = fc.constantFrom("", "", "", " // end", " /* end */", "/* two\nlines */");
const hash = fc.constantFrom("#", "#", "#", "# ", "  #", "\t# ", "#/**/", "/* c */ #", "#\\\n");

function openings(
  expression: fc.Arbitrary<Template>,
  words: readonly [string, string, string],
): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: expression.map((text) => beside(words[0], "", text)) },
    { weight: 1, arbitrary: anyName.map((name) => `${words[1]} ${name}`) },
    { weight: 1, arbitrary: anyName.map((name) => `${words[2]} ${name}`) },
  );
}

function blocks(expression: fc.Arbitrary<Template>, residual: boolean): fc.Arbitrary<Template> {
  const definition = definitions(expression, residual);
  const opening = openings(expression, ["if", "ifdef", "ifndef"]);
  const further = fc.oneof(
    { weight: 8, arbitrary: openings(expression, ["elif", "elifdef", "elifndef"]) },
    { weight: 1, arbitrary: fc.constant("else") },
  );
  return fc.letrec<{ block: string; line: string; chain: string }>((tie) => ({
    line: fc.oneof(
      { maxDepth: 3, depthSize: "small", withCrossShrink: true },
      code,
      definition,
      tie("chain"),
    ),
    block: fc.array(tie("line"), { maxLength: 3 }).map((all) => all.join("\n")),
    chain: fc
      .tuple(
        fc.tuple(hash, tail),
        fc.tuple(opening, tie("block")),
        fc.array(fc.tuple(further, tie("block")), { maxLength: 2 }),
        fc.option(tie("block")),
      )
      .map(([[sign, end], first, others, otherwise]) => {
        const branches = otherwise === null ? [first, ...others] : [first, ...others, ["else", otherwise]];
        const written = branches.map(([word, body]) => `${sign}${word}${end}\n${body}\n`);
        return `${written.join("")}${sign}endif${end}`;
      }),
  })).block;
}

/**
 * With `residual` the functions a file calls are either its own from the top, or the unknown one: a call of what may
 * be defined or not has no value that could be given from outside.
 */
export function generatedFile(residual: boolean): fc.Arbitrary<Template> {
  const expression = expressions(residual);
  const block = blocks(expression, residual);
  return fc
    .tuple(
      fc.array(definitions(expression, residual), { maxLength: 4 }),
      fc.array(block, { minLength: 1, maxLength: 4 }),
    )
    .map(([first, rest]) => [...(residual ? [PREAMBLE] : []), ...first, ...rest, ""].join("\n"));
}

export function withSuffix(template: Template, suffix: string): string {
  return template.replaceAll("@", suffix);
}
