import { describe, expect, it } from "vitest";
import {
  changedLater,
  changedPaths,
  setByText,
  sharedNames,
  writtenAttributes,
} from "../../../server/src/python/evaluate/changes";
import { LINEAR, growth } from "../support/growth";

const times = (piece: string, size: number): string => piece.repeat(Math.ceil(size / piece.length));

/** Texts of which each place looks like the beginning of a change. */
const KINDS: Readonly<Record<string, (size: number) => string>> = {
  "a long word": (n) => `A = "${times("deadbeef", n)}"\n`,
  "many items": (n) => times("A[0] ", n),
  "open calls": (n) => times("f(A, ", n),
  blanks: (n) => `a${times(" ", n)}b`,
  "empty lines": (n) => `a${times("\n", n)}b`,
  "a long chain of assignments": (n) => `${times("a = ", n)}1`,
  "a long path": (n) => `${times("a.", n)}b`,
  "many targets": (n) => `${times("a, ", n)}= 1`,
  "a loop over many": (n) => `for a in (${times("b, ", n)}`,
  "open loops": (n) => times("for a in (", n),
  "open definitions": (n) => times("def f(", n),
  "open brackets": (n) => `a = ${times("[", n)}`,
  "many annotations": (n) => times("a : ", n),
  "open calls of setattr": (n) => times("setattr(", n),
  "open calls of __setattr__": (n) => times("__setattr__(", n),
  "calls of vars": (n) => times("vars(a)", n),
  "names of __dict__": (n) => times("c.__dict__.update(", n),
  "calls of globals": (n) => times("globals()", n),
};

function readAll(text: string): void {
  changedPaths(text);
  changedLater(text);
  setByText(text);
  Array.from(writtenAttributes(text));
  Array.from(sharedNames(text));
}

describe("what a text may change", () => {
  it.each(Object.entries(KINDS))("is read in time in proportion to its length: %s", (_, kind) => {
    expect(
      growth((size) => {
        const text = kind(size);
        return () => readAll(text);
      }, 4),
    ).toBeLessThan(LINEAR);
  });
});
