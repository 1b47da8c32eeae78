#!/usr/bin/env node
// Stands in for the desktop `code` binary, so that @vscode/test-electron's runTests({ vscodeExecutablePath }) works
// where no desktop VS Code can be had: takes the same arguments, runs the VS Code server and opens its workbench in a
// Chromium. The extension and the Mocha suite run in VS Code's own Node extension host.
// Environment: VSCODE_WEB_VERSION, CHROMIUM, VSCODE_SHIM_VERBOSE=1, VSCODE_SHIM_TIMEOUT (seconds, 0: none),
//              VSCODE_TEST_SCREENSHOTS (folder in which a test asks for a picture by writing NAME.want),
//              VSCODE_TEST_PAGE (folder in which it asks for labels in the page by writing a selector to NAME.read, and for
//              keys to be pressed by writing them to NAME.press, one a line),
//              VSCODE_TEST_KIND=restricted (the workspace is not trusted),
//              VSCODE_SHIM_WINDOW (the window's size, 1280x800@1.5)
import { existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { format, parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { findBrowser } from "./browser.mjs";
import { prepareServer, runServerCommand, startServer } from "./vscode-server.mjs";

const text = { type: "string" };
const texts = { type: "string", multiple: true };
const flag = { type: "boolean" };
const { values: args, positionals } = parseArgs({
  strict: false, // a desktop VS Code takes many more arguments, which mean nothing here
  allowPositionals: true,
  options: {
    extensionDevelopmentPath: texts,
    extensionTestsPath: text,
    "user-data-dir": text,
    "extensions-dir": text,
    "install-extension": texts,
    "uninstall-extension": texts,
    "list-extensions": flag,
    "show-versions": flag,
    force: flag,
    "folder-uri": text,
    "file-uri": text,
  },
});
const restricted = process.env.VSCODE_TEST_KIND === "restricted";
const verbose = process.env.VSCODE_SHIM_VERBOSE === "1";
/** A workbench in which no test says anything for so long is loaded once more: on a busy machine its start can hang. */
const BEGIN_SECONDS = 120;
/** How long one step of the browser may take: on a busy machine the workbench's page alone may need a minute. */
const WAIT_SECONDS = 180;
const timeoutSeconds = Number(process.env.VSCODE_SHIM_TIMEOUT ?? 1500);

/** What the workbench says at every start and no test wrote. */
const NOISE =
  /^(Resolv|Creating a socket|Updating addit|Ignoring fetching|Creation of workbench|ChatSessionStore|\[(?!.*\btest\b))/;

const BROWSER_ARGS = [
  "--no-sandbox",
  "--disable-gpu",
  "--disable-quic",
  "--no-first-run",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
];

const prepared = prepareServer({
  userData: args["user-data-dir"],
  extensions: args["extensions-dir"],
  version: process.env.VSCODE_WEB_VERSION,
});
if (args["install-extension"] || args["uninstall-extension"] || args["list-extensions"]) manageExtensions();
else process.exit(await runWorkbench());

function manageExtensions() {
  const pass = [];
  for (const option of ["install-extension", "uninstall-extension"]) {
    for (const value of args[option] ?? [])
      pass.push(`--${option}`, existsSync(value) ? path.resolve(value) : value);
  }
  for (const option of ["list-extensions", "show-versions", "force"])
    if (args[option]) pass.push(`--${option}`);
  const result = runServerCommand(prepared, pass);
  process.stdout.write(result.stdout);
  if (verbose || result.status) process.stderr.write(result.stderr);
  process.exit(result.status ?? 1);
}

async function runWorkbench() {
  const server = await startServer(
    prepared,
    [
      "--without-connection-token",
      ...(restricted ? [] : ["--disable-workspace-trust"]),
      // A built VS Code takes extensionDevelopmentPath and extensionTestsPath from the URL only with this flag.
      "--enable-smoke-test-driver",
    ],
    { verbose },
  );
  let browser;
  let stopPictures = () => {};
  const cleanUp = async () => {
    stopPictures();
    await browser?.close().catch(() => {});
    await server.stop();
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) {
    process.on(signal, () => void cleanUp().then(() => process.exit(130)));
  }
  try {
    if (restricted) askForNoTrust();
    browser = await chromium.launch({ executablePath: findBrowser(), args: BROWSER_ARGS });
    const context = await browser.newContext(windowSize(process.env.VSCODE_SHIM_WINDOW));
    context.setDefaultTimeout(WAIT_SECONDS * 1000);
    const page = await context.newPage();
    const outcome = suiteOutcome(page, server);
    const stops = [
      takePictures(page, process.env.VSCODE_TEST_SCREENSHOTS),
      readPage(page, process.env.VSCODE_TEST_PAGE),
      pressKeys(page, process.env.VSCODE_TEST_PAGE),
    ];
    stopPictures = () => stops.forEach((stop) => stop());
    await page.goto(workbenchAddress(server.port), { waitUntil: "domcontentloaded" });
    const { code, via, errors } = await outcome;
    if (via) console.error(`no test result came: ${via}\n${server.log().split("\n").slice(-40).join("\n")}`);
    if (code !== 0) for (const line of errors) console.error(line);
    return code;
  } catch (error) {
    console.error(error);
    return 1;
  } finally {
    await cleanUp();
  }
}

/** A person is asked once whether a folder is trusted; nobody is there to answer. */
function askForNoTrust() {
  const settings = path.join(args["user-data-dir"], "User/settings.json");
  mkdirSync(path.dirname(settings), { recursive: true });
  writeFileSync(settings, JSON.stringify({ "security.workspace.trust.startupPrompt": "never" }));
}

/** WIDTHxHEIGHT@SCALE. */
function windowSize(size = "1280x800@1.5") {
  const [width, height, deviceScaleFactor] = size.split(/[x@]/).map(Number);
  return { viewport: { width, height }, deviceScaleFactor };
}

/** The suite's exit code, as the workbench hands it over; with `via` where something else ended it. */
function suiteOutcome(page, server) {
  page.on("console", (message) => {
    if (verbose) console.error(`[console ${message.type()}] ${message.text().slice(0, 400)}`);
  });
  // Errors are the workbench's own noise in a run that passes, and the explanation in one whose suite never began.
  const errors = [];
  let began = false;
  return new Promise((done) => {
    const resolve = (result) => done({ ...result, errors: began ? [] : errors });
    void page.exposeFunction("codeAutomationLog", (type, values) => {
      const line = format(...values);
      if (type === "error") errors.push(line.slice(0, 1000));
      const said = type !== "error" && !NOISE.test(line);
      began ||= said;
      if (verbose || said) console.log(line);
    });
    void page.exposeFunction("codeAutomationExit", (code) => resolve({ code }));
    setTimeout(() => {
      if (began) return;
      console.error(`The suite did not begin within ${BEGIN_SECONDS} s; loading the workbench again.`);
      void page.reload({ waitUntil: "domcontentloaded" }).catch(() => {});
    }, BEGIN_SECONDS * 1000).unref();
    page.on("crash", () => resolve({ code: 1, via: "the page crashed" }));
    void server.exited.then((code) => resolve({ code: 1, via: `the server exited (${code})` }));
    if (timeoutSeconds > 0) {
      setTimeout(() => resolve({ code: 1, via: "time-out" }), timeoutSeconds * 1000).unref();
    }
  });
}

/** Takes a picture NAME.png for every NAME.want in the folder, and removes the wish when it is done. */
function takePictures(page, folder) {
  return fulfil(folder, ".want", async (wish) => {
    const picture = wish.replace(/\.want$/, ".png");
    await page.screenshot({ path: picture, animations: "disabled", caret: "hide" }).catch(() => {});
  });
}

/** For every NAME.read, which holds a selector, writes the labels of what it selects to NAME.json, as they are for screen readers. */
function readPage(page, folder) {
  return fulfil(folder, ".read", async (wish) => {
    const selector = readFileSync(wish, "utf8");
    const labels = await page
      .$$eval(selector, (all) =>
        all.filter((each) => each.checkVisibility()).map((each) => each.getAttribute("aria-label")),
      )
      .catch(() => []);
    writeFileSync(wish.replace(/\.read$/, ".json"), JSON.stringify(labels));
  });
}

/** For every NAME.press, presses the keys that it names, as a person would. */
function pressKeys(page, folder) {
  return fulfil(folder, ".press", async (wish) => {
    for (const key of readFileSync(wish, "utf8").split("\n").filter(Boolean)) {
      await page.keyboard.press(key);
      await page.waitForTimeout(100);
    }
  });
}

/** Looks for wishes in a folder until it is stopped; each is removed when it is done. */
function fulfil(folder, ending, work) {
  if (!folder) return () => {};
  mkdirSync(folder, { recursive: true });
  let busy = false;
  const timer = setInterval(async () => {
    if (busy) return;
    busy = true;
    try {
      for (const name of readdirSync(folder).filter((each) => each.endsWith(ending))) {
        const wish = path.join(folder, name);
        await work(wish);
        rmSync(wish, { force: true });
      }
    } catch (error) {
      // The page is being loaded again, or is gone: what was wished for stays, and is tried again.
      if (verbose) console.error(error);
    } finally {
      busy = false;
    }
  }, 100);
  return () => clearInterval(timer);
}

function workbenchAddress(port) {
  const remote = (file) => `vscode-remote://127.0.0.1:${port}${encodeURI(path.resolve(file))}`;
  const payload = [
    ["skipWelcome", "true"],
    ["enableProposedApi", ""],
  ];
  for (const folder of args.extensionDevelopmentPath ?? [])
    payload.push(["extensionDevelopmentPath", remote(folder)]);
  if (args.extensionTestsPath) payload.push(["extensionTestsPath", remote(args.extensionTestsPath)]);
  let where = "ew=true";
  for (const file of positionals.filter((name) => existsSync(name))) {
    if (statSync(file).isDirectory()) where = `folder=${encodeURIComponent(path.resolve(file))}`;
    else if (file.endsWith(".code-workspace")) where = `workspace=${encodeURIComponent(path.resolve(file))}`;
    else payload.push(["openFile", remote(file)]);
  }
  return `http://127.0.0.1:${port}/?${where}&payload=${encodeURIComponent(JSON.stringify(payload))}`;
}
