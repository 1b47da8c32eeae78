/** Looking names of somebody's program up in a table. */

/** The table's own entry; `constructor` and the like, which every object of JavaScript has, are none. */
export function entryOf<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}
