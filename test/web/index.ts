/** Entry point of the suite in the web worker extension host: Mocha's browser build, and the tests beside it. */
import "mocha/mocha.js";

export async function run(): Promise<void> {
  mocha.setup({ ui: "bdd", timeout: 240_000, reporter: tell as unknown as Mocha.ReporterConstructor });
  await import("./browser.test");
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} test(s) failed`);
}

/** Says on the console what the runner's terminal shows: nothing here has a page to draw on. */
function tell(runner: Mocha.Runner): void {
  runner.on("pass", (test) => console.log(`  ✓ ${test.fullTitle()}`));
  runner.on("fail", (test, error: Error) => console.log(`  ✗ ${test.fullTitle()}\n${error.stack ?? ""}`));
  runner.on("end", () => {
    const { passes = 0, failures = 0, pending = 0 } = runner.stats ?? {};
    console.log(`${passes} passed, ${failures} failed, ${pending} skipped`);
  });
}
