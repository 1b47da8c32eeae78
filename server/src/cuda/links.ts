/** How CUDA and C++ code hangs together: functions and kernels by name, what they name in turn, includes, exports. */
import type { CudaFacts, CudaFunction } from "../chain/facts";
import type { SourceText, Span } from "../text/source";
import { codeOf, readDefinition } from "./body/code";
import type { Code } from "./body/code";
import { functionsOf } from "./body/functions";
import { scanDirectives } from "./directives";
import type { Directive } from "./directives";
import type { Token } from "./lexer";

const NO_CALL = new Set(
  (
    "if for while switch catch return sizeof alignof decltype noexcept requires static_cast reinterpret_cast const_cast " +
    "dynamic_cast template typename class struct operator new delete throw static_assert constexpr defined int float " +
    "double char bool void unsigned auto std size_t uint32_t int32_t int64_t uint64_t uint8_t uint16_t half2 dim3 min max " +
    "make_tuple make_shape make_stride Int numeric_limits is_same_v is_same conditional_t enable_if_t cudaStream_t"
  ).split(" "),
);

export function cudaLinks(source: SourceText): CudaFacts {
  const scan = scanDirectives(source.text);
  const code = codeOf(scan);
  const functions: CudaFunction[] = [];
  const bodies: { open: number; close: number }[] = [];
  for (const { kind, name, nameSpan, body, open, close } of functionsOf(code)) {
    bodies.push({ open, close });
    if (kind === "lambda") continue;
    const { references, makes } = namedIn(code.tokens, open + 1, close);
    functions.push({ name, kind, nameSpan, body, references, makes });
  }
  functions.push(...aliasesIn(code));
  for (const directive of scan.directives) {
    const macro = directive.keyword === "define" ? macroOf(directive) : null;
    if (macro !== null) functions.push(macro);
  }
  return {
    language: "cuda",
    includes: scan.directives.flatMap((directive) => includeOf(directive, source) ?? []),
    functions,
    classes: classesIn(code, bodies),
    tags: [code.tokens, ...scan.directives.map(({ tokens }) => tokens)].flatMap(tagsIn),
    exports: exportsIn(code),
  };
}

/** Functions that hand on what they are given, as `cudaLaunchKernelEx(&config, kernel, …)` does. */
const TAKES_FUNCTION = /launch|invoke|^cudaFunc|^cudaOccupancy|^bind$|^for_each/i;
const MAKES_OBJECT = /^(?:make_\w+|Make\w*|allocate_shared)$/;

interface Named {
  readonly references: readonly string[];
  readonly makes: readonly string[];
}

/** Names that are called, given template arguments, handed to a launch, or of which the address is taken. */
function namedIn(tokens: readonly Token[], from: number, to: number): Named {
  const references = new Set<string>();
  const makes = new Set<string>();
  let takesUntil = from;
  let depth = 0;
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.text === "(" && takesUntil > at) depth++;
    else if (token?.text === ")" && takesUntil > at && --depth === 0) takesUntil = at;
    if (token?.kind !== "name") continue;
    const next = tokens[at + 1]?.text;
    const before = tokens[at - 1]?.text;
    if (token.text === "new" || (MAKES_OBJECT.test(token.text) && next === "<")) {
      const made = qualifiedName(tokens, token.text === "new" ? at + 1 : at + 2);
      if (made !== null) makes.add(made);
    }
    if (NO_CALL.has(token.text)) continue;
    // A launch `kernel<<<…>>>` begins with a shift, as tokens go.
    if (next === "(" || next === "<" || next === "<<" || before === "&") references.add(token.text);
    else if (before === "=" && (next === ";" || next === ",")) references.add(token.text);
    // Handed on with its namespace: no variable is.
    else if (before === "::" && (next === "," || next === ")")) references.add(token.text);
    else if (
      at < takesUntil &&
      depth === 1 &&
      (before === "," || before === "(") &&
      /^[,)]$/.test(next ?? "")
    )
      references.add(token.text);
    if (next === "(" && takesUntil <= at && TAKES_FUNCTION.test(token.text)) {
      takesUntil = to;
      depth = 0;
    }
  }
  return { references: [...references], makes: [...makes] };
}

/** `a::b::C`: its last part. */
function qualifiedName(tokens: readonly Token[], at: number): string | null {
  if (tokens[at]?.text === "::") at++;
  while (tokens[at]?.kind === "name" && tokens[at + 1]?.text === "::") at += 2;
  const last = tokens[at];
  return last?.kind === "name" ? last.text : null;
}

/** `constexpr auto kernel = other_kernel;` outside functions: a second name. */
function aliasesIn({ tokens }: Code): CudaFunction[] {
  const found: CudaFunction[] = [];
  tokens.forEach((token, at) => {
    const name = tokens[at + 1];
    if (token.text !== "auto" || name?.kind !== "name" || tokens[at + 2]?.text !== "=") return;
    const from = tokens[at + 3]?.text === "&" ? at + 4 : at + 3;
    const target = qualifiedName(tokens, from);
    let end = from;
    while (tokens[end]?.kind === "name" || tokens[end]?.text === "::") end++;
    if (target === null || (tokens[end]?.text !== ";" && tokens[end]?.text !== "<")) return;
    const span = { start: name.start, end: name.end };
    found.push({
      name: name.text,
      kind: "macro",
      nameSpan: span,
      body: span,
      references: [target],
      makes: [],
    });
  });
  return found;
}

/** `using Arch = cutlass::arch::Sm120;` */
function tagsIn(tokens: readonly Token[]): CudaFacts["tags"][number][] {
  const found: CudaFacts["tags"][number][] = [];
  tokens.forEach((token, at) => {
    if (token.text !== "using" || tokens[at + 2]?.text !== "=") return;
    let last = at + 3;
    while (tokens[last]?.kind === "name" && tokens[last + 1]?.text === "::") last += 2;
    const tag = tokens[last];
    if (tag === undefined || last === at + 3 || !/^Sm\d{2,3}[af]?$/.test(tag.text)) return;
    const text = tokens.slice(at + 3, last + 1).map((one) => one.text);
    found.push({ text: text.join(""), span: { start: token.start, end: tag.end } });
  });
  return found;
}

/** Classes and structs with a body; what their functions name is the functions' own. */
function classesIn(
  { tokens, partners }: Code,
  bodies: readonly { readonly open: number; readonly close: number }[],
): CudaFacts["classes"][number][] {
  const found: CudaFacts["classes"][number][] = [];
  tokens.forEach((token, at) => {
    if (token.text !== "class" && token.text !== "struct") return;
    const name = tokens[at + 1];
    const next = tokens[at + 2]?.text ?? "";
    if (name?.kind !== "name" || !/^(?:\{|:|final|<)$/.test(next)) return;
    for (let open = at + 2; open < at + MOST_HEADER; open++) {
      const { text } = tokens[open] ?? { text: ";" };
      if (text === ";" || text === ")") return;
      if (text !== "{") continue;
      const last = partners[open] ?? -1;
      const close = tokens[last];
      const start = tokens[open]?.end ?? 0;
      if (close === undefined || close.start < start) return;
      const within = bodies.filter((body) => body.open > open && body.close < last);
      const own = tokens
        .slice(at + 2, last)
        .filter((_, index) => !within.some((body) => inside(index + at + 2, body)));
      const { references } = namedIn(own, 0, own.length);
      found.push({ name: name.text, body: { start, end: close.start }, references });
      return;
    }
  });
  return found;
}

function inside(at: number, { open, close }: { readonly open: number; readonly close: number }): boolean {
  return at > open && at < close;
}

/** Tokens between a class's name and its body. */
const MOST_HEADER = 200;

function macroOf(directive: Directive): CudaFunction | null {
  const macro = readDefinition(directive.tokens);
  if (macro === null || macro.body.length === 0) return null;
  const { references, makes } = namedIn(macro.body, 0, macro.body.length);
  const name = directive.tokens[0];
  if (references.length === 0 || name === undefined) return null;
  return {
    name: macro.name,
    kind: "macro",
    nameSpan: { start: name.start, end: name.end },
    body: { start: directive.start, end: directive.lineEnd },
    references,
    makes,
  };
}

const INCLUDE = /^\s*(?:"([^"\n]+)"|<([^>\n]+)>)/;

function includeOf(directive: Directive, source: SourceText): CudaFacts["includes"][number] | null {
  if (directive.keyword !== "include" && directive.keyword !== "include_next") return null;
  const match = INCLUDE.exec(source.text.slice(directive.keywordSpan.end, directive.lineEnd));
  const spelling = match?.[1] ?? match?.[2];
  if (spelling === undefined) return null;
  const span = { start: directive.start, end: directive.end };
  return { spelling, quoted: match?.[1] !== undefined, span };
}

const EXPORTS_BY_NAME = /^(?:TVM_FFI_DLL_EXPORT_TYPED_FUNC|TVM_DLL_EXPORT_TYPED_FUNC)$/;

function exportsIn(code: Code): CudaFacts["exports"] {
  const found: { name: string; target: string; span: Span }[] = [];
  const { tokens, partners } = code;
  tokens.forEach((token, at) => {
    const close = partners[at + 1] ?? -1;
    if (token.kind !== "name" || tokens[at + 1]?.text !== "(" || close < at) return;
    const isMethod = tokens[at - 1]?.text === "." && (token.text === "def" || token.text === "impl");
    if (!isMethod && !EXPORTS_BY_NAME.test(token.text)) return;
    const first = tokens[at + 2];
    const name = first?.kind === "name" ? first.text : /^"(?:\w+::)?(\w+)/.exec(first?.text ?? "")?.[1];
    const target = lastFunctionName(tokens, at + 3, close);
    if (name === undefined || target === null) return;
    found.push({ name, target, span: { start: token.start, end: tokens[close]?.end ?? token.end } });
  });
  return found;
}

/** `&ns::f`, `f`, `TORCH_FN(f)`: the last name of the first argument that names a function. */
function lastFunctionName(tokens: readonly Token[], from: number, to: number): string | null {
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (
      token?.kind !== "name" ||
      token.text === "torch" ||
      /^(?:k[A-Z]\w*|TORCH_FN|TORCH_BOX|CUDA)$/.test(token.text)
    )
      continue;
    let last = at;
    while (tokens[last + 1]?.text === "::" && tokens[last + 2]?.kind === "name") last += 2;
    const next = tokens[last + 1]?.text;
    if (/^(?:k[A-Z]\w*)$/.test(tokens[last]?.text ?? "")) {
      at = last;
      continue;
    }
    if (next === ")" || next === "," || next === "<") return tokens[last]?.text ?? null;
    at = last;
  }
  return null;
}
