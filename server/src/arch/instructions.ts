/** Which PTX instruction forms which targets have: measured, not remembered. Look-ups only, no parsing. */
import { MEASURED_FORMS } from "./instructions.generated";

export interface InstructionForm {
  /** What tells the form from its siblings: `redux.sync.min.f32`, `mbarrier.arrive.count`. */
  readonly name: string;
  /** The instruction as it was assembled, operands and all. */
  readonly ptx: string;
  /** Bit i is `TARGETS[i]`. 0: no target accepts it, which says that the form is malformed rather than missing. */
  readonly targets: number;
}

export const INSTRUCTION_FORMS: readonly InstructionForm[] = MEASURED_FORMS.map(([name, ptx, targets]) => ({
  name,
  ptx,
  targets,
}));

const byOpcode = new Map<string, InstructionForm[]>();
for (const form of INSTRUCTION_FORMS) {
  const opcode = /^[a-z0-9_]+/.exec(form.ptx)?.[0] ?? "";
  const forms = byOpcode.get(opcode);
  if (forms === undefined) byOpcode.set(opcode, [form]);
  else forms.push(form);
}

/** The measured forms of an opcode: its first word, `cp` for `cp.async.bulk`. */
export function formsOf(opcode: string): readonly InstructionForm[] {
  return byOpcode.get(opcode) ?? [];
}

/** The form of that name, or undefined when none was measured. */
export function formNamed(name: string): InstructionForm | undefined {
  return INSTRUCTION_FORMS.find((form) => form.name === name);
}
