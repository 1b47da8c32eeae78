/** What the value of a setting may be: how it is checked, and how a JSON schema says it. */
export type Schema = Readonly<Record<string, unknown>>;
export type Path = readonly (string | number)[];
/** Told what is wrong with the value at a path; the message goes on from the setting's name. */
export type Report = (path: Path, message: string) => void;

export interface Kind<T> {
  readonly schema: Schema;
  /** The value, or what of it is usable; undefined where nothing is. */
  read(value: unknown, path: Path, report: Report): T | undefined;
}

/** @param fault what is wrong with a text, or null. */
export function text(schema: Schema, fault: (text: string) => string | null = () => null): Kind<string> {
  return {
    schema: { type: "string", ...schema },
    read(value, path, report) {
      const wrong = typeof value === "string" ? fault(value) : `takes a text, not ${JSON.stringify(value)}`;
      if (wrong === null) return value as string;
      report(path, wrong);
      return undefined;
    },
  };
}

export const flag: Kind<boolean> = {
  schema: { type: "boolean" },
  read(value, path, report) {
    if (typeof value === "boolean") return value;
    report(path, `takes true or false, not ${JSON.stringify(value)}`);
    return undefined;
  },
};

export function list<T>(item: Kind<T>): Kind<readonly T[]> {
  return {
    schema: { type: "array", items: item.schema, uniqueItems: true },
    read(value, path, report) {
      if (!Array.isArray(value)) {
        report(path, `takes a list, not ${JSON.stringify(value)}`);
        return undefined;
      }
      return value.flatMap((each: unknown, index) => item.read(each, [...path, index], report) ?? []);
    },
  };
}

/** @param keys the schema of what names there may be. @param fault what is wrong with a name, or null. */
export function table<T>(
  item: Kind<T>,
  keys: Schema,
  fault: (name: string) => string | null,
): Kind<Readonly<Record<string, T>>> {
  return {
    schema: { type: "object", ...keys },
    read(value, path, report) {
      if (typeof value !== "object" || value === null || Array.isArray(value)) {
        report(path, `takes an object, not ${JSON.stringify(value)}`);
        return undefined;
      }
      const entries = Object.entries(value).flatMap(([name, each]: [string, unknown]) => {
        const wrong = fault(name);
        if (wrong !== null) report([...path, name], wrong);
        const read = wrong === null ? item.read(each, [...path, name], report) : undefined;
        return read === undefined ? [] : [[name, read] as const];
      });
      return Object.fromEntries(entries);
    },
  };
}
