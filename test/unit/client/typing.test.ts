import { describe, expect, it, vi } from "vitest";
import { Typing } from "../../../client/src/typing";

vi.mock("vscode", () => ({ CancellationError: class CancellationError extends Error {} }));

interface Token {
  isCancellationRequested: boolean;
  onCancellationRequested(listener: () => void): { dispose(): void };
}

function source(): { readonly token: Token; cancel(): void } {
  const listeners = new Set<() => void>();
  const token: Token = {
    isCancellationRequested: false,
    onCancellationRequested(listener) {
      listeners.add(listener);
      return { dispose: () => listeners.delete(listener) };
    },
  };
  const cancel = (): void => {
    token.isCancellationRequested = true;
    for (const listener of listeners) listener();
  };
  return { token, cancel };
}

/** One document, changed at these times; what is asked then, and when it is let through. */
async function letThrough(changes: readonly number[]): Promise<number> {
  vi.useFakeTimers({ now: 0 });
  try {
    const typing = new Typing(() => Date.now());
    const document = {} as never;
    for (const at of changes) {
      vi.setSystemTime(at);
      typing.changed(document);
    }
    const resting = typing.rest(document, source().token as never).then(() => Date.now());
    await vi.runAllTimersAsync();
    return (await resting) - (changes.at(-1) ?? 0);
  } finally {
    vi.useRealTimers();
  }
}

describe("what is asked for every letter", () => {
  it("is asked at once where nobody types", async () => {
    expect(await letThrough([])).toBe(0);
    expect(await letThrough([0])).toBe(0);
    expect(await letThrough([0, 900, 1800, 2700, 3600])).toBe(0);
  });

  it("waits until the keys rest", async () => {
    expect(await letThrough([0, 100, 200, 300])).toBe(100);
    expect(await letThrough([0, 200, 400, 600, 800])).toBe(100);
  });

  it("waits on while further keys come, and is dropped when it is cancelled", async () => {
    vi.useFakeTimers({ now: 0 });
    try {
      const typing = new Typing(() => Date.now());
      const document = {} as never;
      const type = (): void => {
        typing.changed(document);
        vi.advanceTimersByTime(60);
      };
      for (let key = 0; key < 4; key++) type();
      let passed = 0;
      void typing.rest(document, source().token as never).then(() => (passed = Date.now()));
      const dropped = source();
      const cancelled = expect(typing.rest(document, dropped.token as never)).rejects.toThrow();
      type();
      dropped.cancel();
      await cancelled;
      await vi.runAllTimersAsync();
      expect(passed).toBe(340); // 100 ms after the fifth, which came at 240
    } finally {
      vi.useRealTimers();
    }
  });
});
