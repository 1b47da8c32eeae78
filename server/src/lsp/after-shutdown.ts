/** What a client asks after it has said `shutdown` is refused, as the protocol wants it. */
import type { Connection, ConnectionOptions } from "vscode-languageserver";
import { ErrorCodes, Message, ResponseError } from "vscode-languageserver";

/** No client sends it: what comes too late is handed on under this name. */
const TOO_LATE = "smLens/afterShutdown";

/** For the making of a connection whose server calls `refuseLateRequests`. */
export function notingShutdown(): ConnectionOptions {
  let isDown = false;
  return {
    messageStrategy: {
      handleMessage(message, next) {
        if (!Message.isRequest(message)) return next(message);
        const late = isDown;
        isDown ||= message.method === "shutdown";
        return next(late ? { ...message, method: TOO_LATE } : message);
      },
    },
  };
}

export function refuseLateRequests(connection: Connection): void {
  connection.onRequest(TOO_LATE, () => {
    throw new ResponseError(ErrorCodes.InvalidRequest, "the server was shut down");
  });
}
