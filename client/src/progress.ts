import type { Server } from "./server";

export interface Step {
  readonly message: string;
  /** In percent of the whole. */
  readonly increment: number;
}

let requests = 0;

/** Runs a request whose progress the server reports on a token of its own, and hands each step on. */
export async function followProgress<T>(
  server: Server,
  request: (workDoneToken: string, told: (listener: (step: Step) => void) => void) => Promise<T>,
): Promise<T> {
  const token = `smLens.request.${++requests}`;
  let listener: ((step: Step) => void) | undefined;
  let reached = 0;
  const listening = await server.onProgress(token, (value) => {
    if (value.kind === "end") return;
    const percentage = value.percentage ?? reached;
    listener?.({ message: value.message ?? "", increment: percentage - reached });
    reached = percentage;
  });
  try {
    return await request(token, (told) => (listener = told));
  } finally {
    listening.dispose();
  }
}
