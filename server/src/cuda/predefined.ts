/** What a macro name stands for before any text of a file is read. */
import { entryOf } from "../text/lookup";
import {
  ARCHITECTURE_LIST_MACRO,
  DRIVER_MACROS,
  HOST_DYNAMIC_NAMES,
  HOST_MACROS,
  NOT_DEFINED,
  NVCC_DEVICE_MACROS,
  NVCC_MACROS,
  isArchitectureMacro,
} from "../arch/assumptions";
import { CUTLASS_CALLS, cutlassMacro } from "../arch/cutlass-macros";
import { HOST_PASS } from "../arch/passes";
import { TARGETS } from "../arch/targets";
import type { Diagrams, Node } from "../logic/diagram";
import { takeOutSplices, tokenise } from "./lexer";
import type { Token } from "./lexer";
import { definedLeaf, readDefinition, undefinedLeaf, unknownMacro } from "./macros";
import type { Binding, InitialBinding, MacroDefinition } from "./macros";

/** Defined as some text or other, which no condition can make anything of. */
const STRING_NAMES = /^__(?:BASE_FILE|DATE|FILE|FILE_NAME|TIME|TIMESTAMP)__$/;

export interface MacroSettings {
  /** Macros given by the user: a text, or null for "not defined". */
  readonly macros: ReadonlyMap<string, string | null>;
  /** Every macro that no seen text defines counts as not defined, as a preprocessor takes it. */
  readonly assumeUndefined: boolean;
}

export class PredefinedMacros {
  private readonly diagrams: Diagrams;
  private readonly settings: MacroSettings;
  private readonly bindings = new Map<string, Node<Binding>>();

  constructor(diagrams: Diagrams, settings: MacroSettings) {
    this.diagrams = diagrams;
    this.settings = settings;
  }

  readonly lookup: InitialBinding = (name) => {
    let binding = this.bindings.get(name);
    if (binding === undefined) {
      binding = this.bind(name);
      this.bindings.set(name, binding);
    }
    return binding;
  };

  /** What CUTLASS makes of `name`, for a source that includes it where it cannot be found; null for other names. */
  cutlass(name: string): Node<Binding> | null {
    if (this.settings.macros.has(name)) return null;
    const call = entryOf(CUTLASS_CALLS, name);
    if (call !== undefined) return this.cutlassCall(name, call);
    const macro = cutlassMacro(name);
    if (macro === null) return null;
    const defined = this.text(name, "1");
    const absent = undefinedLeaf(this.diagrams);
    return this.diagrams.byPass((pass) => {
      const target = TARGETS[pass];
      return (target === undefined ? macro.host : macro.holds(target)) ? defined : absent;
    });
  }

  /** CUTLASS makes each of these by what the pass defines: `(false)` where it lacks the macro that is asked about. */
  private cutlassCall(name: string, asks: readonly string[]): Node<Binding> {
    return this.diagrams.byPass((pass) => {
      const known = asks.filter((macro) => TARGETS[pass]?.macros[macro] !== undefined);
      const body = known.map((macro) => `(${macro} == ARCH_XXYY)`).join(" || ");
      const definition = { name, parameters: ["ARCH_XXYY"], variadic: null };
      return definedLeaf(this.diagrams, {
        ...definition,
        body: tokensOf(`(${body === "" ? "false" : body})`),
      });
    });
  }

  /** The assumption that `name` rests on, as text to be shown (`CUDART_VERSION=13000`), or null. */
  assumptionOf(name: string, missesCutlass: boolean): string | null {
    if (this.settings.macros.has(name)) return null;
    if (Object.hasOwn(NVCC_MACROS, name)) return `${name}=${NVCC_MACROS[name] ?? ""}`;
    if (!this.settings.assumeUndefined && Object.hasOwn(DRIVER_MACROS, name))
      return `${name}=${DRIVER_MACROS[name] ?? ""}`;
    if (Object.hasOwn(NOT_DEFINED, name)) return `${name} not defined`;
    return !missesCutlass || (cutlassMacro(name) === null && entryOf(CUTLASS_CALLS, name) === undefined)
      ? null
      : `${name} as CUTLASS 4 defines it`;
  }

  private bind(name: string): Node<Binding> {
    const given = this.settings.macros.get(name);
    if (given !== undefined) return given === null ? undefinedLeaf(this.diagrams) : this.text(name, given);
    if (isArchitectureMacro(name)) return this.diagrams.byPass((pass) => this.architecture(name, pass));
    if (name === ARCHITECTURE_LIST_MACRO) return this.diagrams.byPass((pass) => this.architectureList(pass));
    if (STRING_NAMES.test(name)) return this.text(name, '""');
    if (HOST_DYNAMIC_NAMES.has(name)) return this.always(name);
    // Words of the language; `true` is 1 without being a macro.
    // Not a macro: under such names a table notes which files guard themselves by `#pragma once`.
    if (name.startsWith("#")) return undefinedLeaf(this.diagrams);
    if (name === "true" || name === "false") return undefinedLeaf(this.diagrams);
    if (Object.hasOwn(NVCC_DEVICE_MACROS, name)) {
      const device = this.text(name, NVCC_DEVICE_MACROS[name] ?? "");
      return this.diagrams.byPass((pass) => (pass === HOST_PASS ? undefinedLeaf(this.diagrams) : device));
    }
    if (Object.hasOwn(NVCC_MACROS, name)) return this.text(name, NVCC_MACROS[name] ?? "");
    if (!this.settings.assumeUndefined && Object.hasOwn(DRIVER_MACROS, name))
      return this.text(name, DRIVER_MACROS[name] ?? "");
    if (name === HAS_FEATURE && !this.settings.assumeUndefined)
      return definedLeaf(this.diagrams, hasFeature());
    const host = hostMacros().get(name);
    if (host !== undefined) return definedLeaf(this.diagrams, host);
    const absent = this.settings.assumeUndefined || Object.hasOwn(NOT_DEFINED, name);
    return absent ? undefinedLeaf(this.diagrams) : unknownMacro(this.diagrams, name);
  }

  private architecture(name: string, pass: number): Node<Binding> {
    const value = TARGETS[pass]?.macros[name];
    return value === undefined ? undefinedLeaf(this.diagrams) : this.text(name, value);
  }

  /** The build's whole list: known only for a build of one target, which is how a preprocessor alone is run. */
  private architectureList(pass: number): Node<Binding> {
    const value = TARGETS[pass]?.macros["__CUDA_ARCH__"];
    const single = this.settings.assumeUndefined && value !== undefined;
    return single ? this.text(ARCHITECTURE_LIST_MACRO, value) : this.always(ARCHITECTURE_LIST_MACRO);
  }

  /** Defined for certain, with a value that is not known. */
  private always(name: string): Node<Binding> {
    return this.diagrams.leaf<Binding>(`external ${name}`, { kind: "external", name });
  }

  private text(name: string, text: string): Node<Binding> {
    return definedLeaf(this.diagrams, { name, parameters: null, variadic: null, body: tokensOf(text) });
  }
}

const HAS_FEATURE = "__CUDA_ARCH_HAS_FEATURE__";

/** From `crt/host_defines.h`, which nvcc includes ahead of every source. */
function hasFeature(): MacroDefinition {
  const parameters = ["_FEAT"];
  return { name: HAS_FEATURE, parameters, variadic: null, body: tokensOf("__CUDA_ARCH_FEAT_##_FEAT") };
}

function tokensOf(text: string): Token[] {
  const logical = takeOutSplices(text);
  return tokenise(logical, 0, logical.text.length);
}

let hostDefinitions: ReadonlyMap<string, MacroDefinition> | undefined;

/** The host compiler's macros, read as definitions once: a few are function-like (`__INT64_C(c)`). */
function hostMacros(): ReadonlyMap<string, MacroDefinition> {
  if (hostDefinitions === undefined) {
    const definitions = new Map<string, MacroDefinition>();
    for (const [head, body] of Object.entries(HOST_MACROS)) {
      const macro = readDefinition(tokensOf(`${head} ${body}`));
      if (macro !== null) definitions.set(macro.name, macro);
    }
    hostDefinitions = definitions;
  }
  return hostDefinitions;
}
