import type { Frame, Recorder } from "../evaluate/frame";
import type { Trace } from "../evaluate/trace";
import type { Expr, Stmt } from "../syntax/syntax";
import type { Vec } from "../values/values";
import { visit } from "../syntax/walk";

/** Takes down how the value of an expression around the watched offset came about: as that of a name was bound. */
export function watchValue(node: Expr, value: Vec, trace: Trace, recorder: Recorder): void {
  const { watch } = recorder;
  if (watch === null || watch < node.start || watch > node.end) return;
  recorder.notes.set(node, trace.notes().length > 0 ? trace : (recorder.boundBy.get(value) ?? trace));
}

/** Names that a statement bound: what they stand for, and why, may be asked further down. */
export function watchBindings(statement: Stmt, trace: Trace, { recorder, scope }: Frame): void {
  if (recorder === null) return;
  const hasNotes = trace.notes().length > 0;
  const bind = (name: string): Vec | undefined => {
    const value = scope.get(name);
    if (value !== undefined && value.length > 1 && hasNotes) recorder.boundBy.set(value, trace);
    return value;
  };
  if (statement.kind === "from") for (const { as } of statement.names ?? []) bind(as);
  if (statement.kind !== "assign") return;
  for (const target of statement.targets) {
    visit(target, (node) => {
      const name = nameOf(node);
      const value = name === null ? undefined : bind(name);
      if (value === undefined) return;
      recorder.values.set(node, value);
      watchValue(node, value, trace, recorder);
    });
  }
}

/** Under which a scope knows what is bound: a name, or an attribute of one. */
function nameOf(node: Expr): string | null {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" && node.object.kind === "name" ? `${node.object.id}.${node.name}` : null;
}
