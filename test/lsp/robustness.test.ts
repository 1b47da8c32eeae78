import { once } from "node:events";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CancellationTokenSource, ErrorCodes } from "vscode-languageserver-protocol/node";
import { Client, DIST, start } from "./harness";
import { HEADER } from "./inputs";

const uri = "file:///somewhere/wait.cuh";

describe("the server", () => {
  it("starts from the command line for any editor", async () => {
    for (const args of [["lsp", "--stdio"], ["lsp"]]) {
      const client = await start({ command: [path.join(DIST, "cli.js"), ...args] });
      expect(client.initialized?.serverInfo?.name).toBe("sm-lens");
      await client.open(uri, HEADER);
      await client.pushed(uri, (all) => all.length === 2);
    }
  });

  it("refuses whatever is asked after shutdown, and ends with exit all the same", async () => {
    const client = await start();
    await client.open("file:///nowhere/x.cu", "#if __CUDA_ARCH__ < 1200\nint a;\n#endif\n");
    await client.connection.sendRequest("shutdown");
    for (const method of ["shutdown", "textDocument/hover", "textDocument/diagnostic", "smLens/scan"]) {
      const params = { textDocument: { uri: "file:///nowhere/x.cu" }, position: { line: 1, character: 0 } };
      await expect(client.connection.sendRequest(method, params), method).rejects.toMatchObject({
        code: ErrorCodes.InvalidRequest,
      });
    }
    const gone = once(client.child, "exit");
    await client.connection.sendNotification("exit");
    expect((await gone)[0]).toBe(0);
  });

  it("ends with shutdown and exit, and when the editor goes away", async () => {
    const polite = await start();
    await polite.connection.sendRequest("shutdown");
    const exited = new Promise((resolve) => polite.child.once("exit", resolve));
    await polite.connection.sendNotification("exit");
    expect(await exited).toBe(0);
    const abandoned = await start();
    const gone = new Promise((resolve) => abandoned.child.once("exit", resolve));
    abandoned.child.stdin?.end();
    await gone;
  });

  it("survives garbage between messages, unknown methods and nonsensical parameters", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    await client.pushed(uri, (all) => all.length === 2);
    const send = (body: string) =>
      client.child.stdin?.write(`Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`);
    send("{ this is no JSON");
    send("[]");
    send('"text"');
    send('{"jsonrpc":"2.0","id":901,"method":"no/such/method","params":null}');
    send('{"jsonrpc":"2.0","id":902,"method":"textDocument/hover","params":{"textDocument":{"uri":5}}}');
    send('{"jsonrpc":"2.0","id":903,"method":"textDocument/codeAction","params":{}}');
    send('{"jsonrpc":"2.0","id":904,"method":"codeAction/resolve","params":{"title":"x","data":{"uri":1}}}');
    send(
      '{"jsonrpc":"2.0","method":"textDocument/didChange","params":{"textDocument":{"uri":"x"},"contentChanges":[]}}',
    );
    send('{"jsonrpc":"2.0","method":"workspace/didChangeConfiguration","params":{"settings":[1]}}');
    send(
      '{"jsonrpc":"2.0","method":"workspace/didChangeWatchedFiles","params":{"changes":[{"uri":"%%%","type":9}]}}',
    );
    expect(await client.hover(uri, 3, 5)).toContain("sm_120");
    expect(await client.hover(uri, 99_999, 99_999)).not.toBeUndefined();
    expect(client.child.exitCode).toBeNull();
  });

  it("answers a cancelled request as cancelled, without working for it", async () => {
    const client = await start();
    await client.open(uri, HEADER);
    const source = new CancellationTokenSource();
    const params = { textDocument: { uri }, position: { line: 3, character: 5 } };
    const hover = client.connection.sendRequest("textDocument/hover", params, source.token);
    source.cancel();
    await expect(hover).rejects.toMatchObject({ code: -32800 });
    expect(await client.hover(uri, 3, 5)).toContain("sm_120");
  });

  it("answers for any text: empty, unterminated, NULs, lone surrogates, one long line", async () => {
    const client = await start({ pull: true });
    const texts = [
      "",
      "#if",
      "#endif\n#else\n",
      "\0\0#if \0\n",
      "\uD800#if 1\n",
      `#if ${"(".repeat(100_000)}\n`,
      "\r#if 1\r#endif\r",
    ];
    for (const [index, text] of texts.entries()) {
      const file = `file:///a/t${index}.cuh`;
      await client.open(file, text);
      await client.pulled(file);
      await client.hover(file, 0, 0);
    }
    const python = "file:///a/t.py";
    await client.open(python, `def f(:\n  x = [9, 10\n${"\t".repeat(1000)}`, "python");
    await client.pulled(python);
    expect(client.stderr).toBe("");
    expect(client.log).toEqual([]);
  });

  it("gives UTF-16 positions behind characters outside the first plane", async () => {
    const client = await start({ pull: true });
    const line = "#if (__CUDA_ARCH__ >= 900) /* 😀é */ && (__CUDA_ARCH__ < 1200)";
    await client.open(uri, `__global__ void k() {\r\n${line}\r\n  f();\r\n#endif\r\n  g();\r\n}\r\n`);
    const [finding] = await client.pulled(uri);
    const { start: from, end } = finding?.range ?? {
      start: { line: 0, character: 0 },
      end: { line: 0, character: 0 },
    };
    expect([from.line, line.slice(from.character, end.character)]).toEqual([1, "(__CUDA_ARCH__ < 1200)"]);
  });

  it("refuses to be asked before it is initialised, and is fine afterwards", async () => {
    const client = new Client({});
    await expect(client.hover(uri, 0, 0)).rejects.toThrow();
    await client.initialize();
    expect(client.initialized?.capabilities.hoverProvider).toBe(true);
    await client.kill();
  });
});
