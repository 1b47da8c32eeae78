import type { CancellationToken } from "vscode-languageserver";
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";

export type Log = (message: string) => void;

/**
 * Every handler of a request runs through here: a cancelled one answers so, and a fault answers with the fallback,
 * is written to the log, and costs the server nothing else.
 */
export async function runSafely<T>(
  what: string,
  log: Log,
  token: CancellationToken,
  fallback: T,
  work: () => Promise<T> | T,
): Promise<T> {
  try {
    stopIfCancelled(token);
    const result = await work();
    stopIfCancelled(token);
    return result;
  } catch (thrown) {
    if (thrown instanceof ResponseError) throw thrown;
    log(`${what}: ${faultText(thrown)}`);
    return fallback;
  }
}

/** The same for notifications and timers, which answer nothing. */
export async function runQuietly(what: string, log: Log, work: () => Promise<void> | void): Promise<void> {
  try {
    await work();
  } catch (thrown) {
    log(`${what}: ${faultText(thrown)}`);
  }
}

export function contentModified(): ResponseError {
  return new ResponseError(LSPErrorCodes.ContentModified, "the document changed meanwhile");
}

function stopIfCancelled(token: CancellationToken): void {
  if (token.isCancellationRequested) throw new ResponseError(LSPErrorCodes.RequestCancelled, "cancelled");
}

export function faultText(thrown: unknown): string {
  return thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown);
}
