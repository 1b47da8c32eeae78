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
  for (const { kind, name, nameSpan, body, open, close } of functionsOf(code)) {
    if (kind === "lambda") continue;
    const references = referencesIn(code.tokens, open + 1, close);
    functions.push({ name, kind, nameSpan, body, references });
  }
  for (const directive of scan.directives) {
    const macro = directive.keyword === "define" ? macroOf(directive) : null;
    if (macro !== null) functions.push(macro);
  }
  return {
    language: "cuda",
    includes: scan.directives.flatMap((directive) => includeOf(directive, source) ?? []),
    functions,
    exports: exportsIn(code),
  };
}

/** Names that are called, given template arguments, or of which the address is taken. */
function referencesIn(tokens: readonly Token[], from: number, to: number): string[] {
  const found = new Set<string>();
  for (let at = from; at < to; at++) {
    const token = tokens[at];
    if (token?.kind !== "name" || NO_CALL.has(token.text)) continue;
    const next = tokens[at + 1]?.text;
    const before = tokens[at - 1]?.text;
    // A launch `kernel<<<…>>>` begins with a shift, as tokens go.
    if (next === "(" || next === "<" || next === "<<" || before === "&") found.add(token.text);
    else if (before === "=" && (next === ";" || next === ",")) found.add(token.text);
  }
  return [...found];
}

function macroOf(directive: Directive): CudaFunction | null {
  const macro = readDefinition(directive.tokens);
  if (macro === null || macro.body.length === 0) return null;
  const references = referencesIn(macro.body, 0, macro.body.length);
  const name = directive.tokens[0];
  if (references.length === 0 || name === undefined) return null;
  return {
    name: macro.name,
    kind: "macro",
    nameSpan: { start: name.start, end: name.end },
    body: { start: directive.start, end: directive.lineEnd },
    references,
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
