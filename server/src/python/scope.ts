import type { Vec } from "./values";

/** Variables, with those of the block around it beneath: what one branch sets does not reach the other. */
export class Scope {
  readonly own = new Map<string, Vec>();
  readonly beneath: Scope | null;

  constructor(beneath: Scope | null = null) {
    this.beneath = beneath;
  }

  get(name: string): Vec | undefined {
    for (let scope: Scope | null = this; scope !== null; scope = scope.beneath) {
      const value = scope.own.get(name);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  set(name: string, value: Vec): void {
    this.own.set(name, value);
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
