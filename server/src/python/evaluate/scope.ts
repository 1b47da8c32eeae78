import { bounded } from "../values/size";
import type { Vec } from "../values/values";

/** Variables, with those of the block around it beneath: what one branch sets does not reach the other. */
export class Scope {
  readonly own = new Map<string, Vec>();
  readonly beneath: Scope | null;

  constructor(beneath: Scope | null = null) {
    this.beneath = beneath;
  }

  get(name: string): Vec | undefined {
    return this.own.get(name) ?? this.beneath?.get(name);
  }

  set(name: string, value: Vec): void {
    this.own.set(name, bounded(value, name));
  }

  has(name: string): boolean {
    return this.get(name) !== undefined;
  }
}
