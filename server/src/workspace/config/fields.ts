/**
 * What a project may say about itself: the one definition of these settings. From it come the check of `.sm-lens.json`
 * and of what an editor sends, and the JSON schema.
 */
import { isArchitectureMacro } from "../../arch/assumptions";
import { targetMeant } from "../../arch/target-spelling";
import { TARGETS } from "../../arch/targets";
import type { Severity } from "../../gates/judgement";
import { alike } from "../../text/spelling";
import { capabilityForms, rules } from "../../service";
import type { CapabilityForm } from "../../service";
import { flag, list, table, text } from "./kinds";
import type { Kind, Path, Report, Schema } from "./kinds";

export const LEVELS = ["error", "warning", "information", "hint", "off"] as const;
export type RuleLevel = Severity | "off";

interface Field<T> {
  readonly kind: Kind<T>;
  readonly description: string;
}

function field<T>(kind: Kind<T>, description: string): Field<T> {
  return { kind, description };
}

const targetNames = TARGETS.map(({ name }) => name);
const macroName = { pattern: "^[A-Za-z_]\\w*$" };

function macroFault(name: string): string | null {
  if (!/^[A-Za-z_]\w*$/.test(name)) return `'${name}' is no macro's name`;
  return isArchitectureMacro(name)
    ? `${name} is what each target defines; ask about a target by its name`
    : null;
}

const level: Kind<RuleLevel> = {
  schema: { enum: LEVELS },
  read(value, path, report) {
    const known = LEVELS.find((each) => each === value);
    if (known === undefined)
      report(path, `has no level ${JSON.stringify(value)}; there are ${LEVELS.join(", ")}`);
    return known;
  },
};

const form: Kind<CapabilityForm> = {
  schema: { enum: capabilityForms.map(({ name }) => name) },
  read(value, path, report) {
    const known = capabilityForms.find(({ name }) => name === value);
    if (known !== undefined) return known.name;
    const all = capabilityForms.map(({ name }) => name).join(", ");
    report(path, `has no form ${JSON.stringify(value)}; there are ${all}`);
    return undefined;
  },
};

/** A name, or its last two or three with the dots between. */
const pythonName = { pattern: "^[A-Za-z_]\\w*(\\.[A-Za-z_]\\w*){0,2}$" };

const ruleLevels: Schema = {
  properties: Object.fromEntries(
    rules.map(({ id, title, defaultSeverity }) => [
      id,
      { ...level.schema, description: title, default: defaultSeverity },
    ]),
  ),
  additionalProperties: false,
};

function meant(id: string): string {
  const near = alike(
    id,
    rules.map((rule) => rule.id),
  );
  return near.length === 0 ? "" : `; did you mean ${near.join(", ")}?`;
}

const capabilities = [...new Set(TARGETS.map(({ capability }) => capability))];

/** A target by any name that `--target` takes too; it is read as nvcc names it. */
const target: Kind<string> = {
  schema: {
    type: "string",
    anyOf: [
      { enum: targetNames },
      {
        pattern: `^(?:(?:sm|compute|lto)[_ -]?)?(?:${capabilities.map(pointed).join("|")})[af]?$`,
      },
      // Whether it is a product's name is for the reader to say.
      { pattern: "^(?!sm|compute|lto)[A-Za-z]" },
    ],
  },
  read(value, path, report) {
    const meant = typeof value === "string" ? targetMeant(value) : null;
    if (meant !== null) return meant;
    const given = JSON.stringify(value);
    report(path, typeof value === "string" ? `there is no target ${given}` : `takes a text, not ${given}`);
    return undefined;
  },
};

/** 120 as it is or as 12.0. */
function pointed(capability: number): string {
  return `${Math.floor(capability / 10)}\\.?${capability % 10}`;
}

/** Whoever writes backslashes as separators means no characters that are to be taken literally. */
function globFault(path: string): string | null {
  if (!/\\\w/.test(path)) return null;
  return `separators are written '/': ${JSON.stringify(path.replaceAll("\\", "/"))}, not ${JSON.stringify(path)}`;
}

export const FIELDS = {
  target: field(
    target,
    "The target asked about: a plain name stands for the target and its variants, one with a suffix for that one " +
      'alone. It may also be given as `12.0` or as a product ("RTX 5090").',
  ),
  rules: field(
    table(level, ruleLevels, (id) =>
      rules.some((rule) => rule.id === id) ? null : `there is no rule '${id}'${meant(id)}`,
    ),
    "The level of a rule, by its id; a rule that is not named keeps its own.",
  ),
  exclude: field(
    list(text({}, globFault)),
    "Globs, relative to the folder of this file, of files that are neither scanned nor reported on.",
  ),
  defines: field(
    table(text({}), { additionalProperties: { type: "string" }, propertyNames: macroName }, macroFault),
    'Macros that are defined, with their values: `{"ENABLE_BF16": "1"}`.',
  ),
  undefines: field(list(text(macroName, macroFault)), "Macros that are not defined."),
  assumeUndefined: field(flag, "Every macro that no text read defines counts as not defined."),
  includePath: field(
    list(text({})),
    "Folders in which included files are looked for, before the usual ones; relative to the folder of this file.",
  ),
  compileCommands: field(
    text({}),
    "The `compile_commands.json` that says with which include folders and macros each file is compiled; relative to " +
      "the folder of this file. By default one beside it or in its `build` folder is used.",
  ),
  capabilityNames: field(
    table(form, { additionalProperties: form.schema, propertyNames: pythonName }, (name) =>
      new RegExp(pythonName.pattern).test(name)
        ? null
        : `'${name}' is no name of Python, nor two or three joined by dots`,
    ),
    "Names by which the project's Python code calls the device's capability: functions, attributes, variables, " +
      "parameters. Each has the form in which it holds it, here on 12.0: " +
      `${capabilityForms.map(({ name, on120 }) => `\`${name}\` ${on120}`).join(", ")}.`,
  ),
} satisfies Readonly<Record<string, Field<unknown>>>;

export type FieldName = keyof typeof FIELDS;

/** Those of the settings that were given and are usable. */
export type ProjectConfig = {
  readonly [Name in FieldName]?: (typeof FIELDS)[Name] extends Field<infer T> ? T : never;
};

function isField(name: string): name is FieldName {
  return Object.hasOwn(FIELDS, name);
}

/** @param others names that are somebody else's business and no mistake. */
export function checkConfig(value: unknown, report: Report, others: ReadonlySet<string>): ProjectConfig {
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    report([], "is no object of settings");
    return {};
  }
  const entries = Object.entries(value).flatMap(([name, given]: [string, unknown]) => {
    if (others.has(name)) return [];
    if (!isField(name)) {
      report([name], `is no setting; there are ${Object.keys(FIELDS).join(", ")}`);
      return [];
    }
    const read = readField(name, given, report);
    return read === undefined ? [] : [[name, read] as const];
  });
  return Object.fromEntries(entries);
}

/** One setting; what is not usable is reported and left out. */
export function readField<Name extends FieldName>(
  name: Name,
  value: unknown,
  report: Report,
): ProjectConfig[Name] | undefined {
  const { kind } = FIELDS[name] as Field<ProjectConfig[Name]>;
  return kind.read(value, [name] satisfies Path, report);
}

/** The schema of `.sm-lens.json`. */
export function configSchema(): object {
  const properties: Record<string, Schema> = { $schema: { type: "string" } };
  for (const [name, { kind, description }] of Object.entries(FIELDS))
    properties[name] = { description, ...kind.schema };
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "SM Lens",
    description: "What SM Lens is to know about a project.",
    type: "object",
    properties,
    additionalProperties: false,
  };
}
