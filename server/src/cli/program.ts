import { Command, CommanderError, InvalidArgumentError, Option } from "commander";
import { DEFAULT_TARGET } from "../arch/targets";
import { VERSION } from "../display/about";
import { problemOf } from "../workspace/file-system";
import type { ChainOptions } from "./chain/chain-run";
import type { ExplainOptions } from "./explain-command";
import type { FixOptions } from "./fix/fix-command";
import type { ExitCode, Io } from "./io";
import { UsageError } from "./io";
import { SCAN_FORMATS } from "./formats/registry";
import type { MatrixOptions } from "./chain/matrix-command";
import type { PatchesAction, PatchesOptions } from "./fix/patches-command";
import type { ForgetOptions } from "./fix/patches-forget";
import type { RegionsOptions } from "./regions-command";
import type { ScanOptions } from "./scan/scan-command";

/** Runs one command line, without the program's name. Never throws; what went wrong stands on stderr. */
export async function runCli(args: readonly string[], io: Io): Promise<ExitCode> {
  let status: ExitCode = 0;
  const program = programFor(io, (code) => (status = code));
  try {
    await program.parseAsync([...args], { from: "user" });
    return status;
  } catch (thrown) {
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : 2;
    const message = thrown instanceof UsageError ? thrown.message : problemOf(thrown).message;
    io.err(`sm-lens: ${message}\n`);
    return 2;
  }
}

function programFor(io: Io, done: (code: ExitCode) => void): Command {
  const program = new Command("sm-lens")
    .description(
      "Shows which SM targets CUDA and Python code compiles for or runs on, and what shuts a target out.",
    )
    .version(VERSION, "--version")
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.out(text),
      writeErr: (text) => io.err(text),
      outputError: (text, write) => write(text.replace(/^error: /, "sm-lens: ")),
    })
    .addHelpText(
      "after",
      "\nExit status: 0 nothing found or all done, 1 findings or something left closed, 2 usage or unreadable input.",
    );

  analysing(
    program.command("scan [paths...]"),
    SCAN_FORMATS.map(({ name }) => name),
  )
    .description("findings in files and folders (default: the current folder)")
    .option("--all-gates", "list every gate, those that admit the target too")
    .addOption(
      new Option("--fail-on <severity>", "the lowest severity that gives exit status 1")
        .choices(["error", "warning", "information", "hint", "never"])
        .default("warning"),
    )
    .addOption(
      new Option("--min-severity <severity>", "the lowest severity that is shown").choices([
        "error",
        "warning",
        "information",
        "hint",
      ]),
    )
    .option("--jobs <n>", "how many threads at most (default: one a core)", countOf)
    .option("--exclude <glob>", "leave out what matches, may be repeated", collectGlob, [])
    .option("--baseline <file>", "only findings that are not in this file", nonEmpty)
    .option("--write-baseline <file>", "write the findings of today to this file and print none", nonEmpty)
    .option("--show-missing", "list the included files that were not found (text)")
    .action(async (paths: string[], options: ScanOptions) => {
      const { scanCommand } = await import("./scan/scan-command");
      done(await scanCommand(io, paths, options));
    });

  analysing(program.command("regions <file>"), ["text", "json", "markdown"])
    .description("for every conditional branch of a file: the targets that compile it")
    .option("--show-missing", "list the included files that were not found (text)")
    .action(async (file: string, options: RegionsOptions) => {
      const { regionsCommand } = await import("./regions-command");
      done(await regionsCommand(io, file, options));
    });

  analysing(program.command("explain <file:line>"), ["text", "json"])
    .description("who compiles or reaches a line, and why others do not")
    .action(async (place: string, options: ExplainOptions) => {
      const { explainCommand } = await import("./explain-command");
      done(await explainCommand(io, place, options));
    });

  analysing(program.command("fix <places...>"), ["text", "json"])
    .description("apply the edit that opens a gate: FILE:LINE, or files and folders with --all")
    .option("--kind <kind>", "which of the edits offered; KIND:2 is the second of that kind", nonEmpty)
    .option("--all", "every finding that has such an edit; without --kind, a preferred one")
    .option("--dry-run", "change nothing, print a diff that `patch -p1` takes")
    .option("--exclude <glob>", "with --all: leave out what matches, may be repeated", collectGlob, [])
    .option("--remember", REMEMBER_HELP)
    .option("--no-remember", "do not keep it")
    .option("--store <file>", STORE_HELP)
    .action(async (places: string[], options: FixOptions) => {
      const { fixCommand } = await import("./fix/fix-command");
      done(await fixCommand(io, places, options));
    });

  chaining(program.command("chain <entry> [paths...]"))
    .description("the gates on the way from an entry to its code, in the order in which they are met")
    .addOption(
      new Option("--format <format>", "how to print").choices(["text", "json", "markdown"]).default("text"),
    )
    .option("--open", "apply, in all files, the edits that open the closed gates")
    .option("--dry-run", "with --open: change nothing, print a diff that `patch -p1` takes")
    .option("--remember", `with --open: ${REMEMBER_HELP}`)
    .option("--no-remember", "with --open: do not keep it")
    .option("--store <file>", `with --open: ${STORE_HELP}`)
    .action(async (entry: string, paths: string[], options: ChainOptions) => {
      const { chainCommand } = await import("./chain/chain-command");
      done(await chainCommand(io, entry, paths, options));
    });

  chaining(program.command("matrix [paths...]"))
    .description("features or files by targets: who gets in, and what others get instead")
    .addOption(
      new Option("--by <rows>", "what the rows are").choices(["features", "files"]).default("features"),
    )
    .option("--targets <names>", "the columns, separated by commas")
    .addOption(
      new Option("--format <format>", "how to print")
        .choices(["text", "json", "markdown", "html"])
        .default("text"),
    )
    .action(async (paths: string[], options: MatrixOptions) => {
      const { matrixCommand } = await import("./chain/matrix-command");
      done(await matrixCommand(io, paths, options));
    });

  const patches = program
    .command("patches")
    .description("fixes that were remembered because their files may be replaced");
  for (const [action, description] of PATCHES_ACTIONS) {
    const command = patches.command(action).description(description).option("--store <file>", STORE_HELP);
    if (action === "list" || action === "verify")
      command.addOption(
        new Option("--format <format>", "how to print").choices(["text", "json"]).default("text"),
      );
    if (action === "apply")
      command.option("--dry-run", "change nothing, print a diff that `patch -p1` takes");
    command.action(async (options: PatchesOptions) => {
      const { patchesCommand } = await import("./fix/patches-command");
      done(await patchesCommand(io, action, options));
    });
  }
  patches
    .command("forget [places...]")
    .description(
      "keep changes no longer: those of the files, or the one at a line; the files stay as they are",
    )
    .option("--all", "forget all that is kept")
    .option("--store <file>", STORE_HELP)
    .action(async (places: string[], options: ForgetOptions) => {
      const { forgetCommand } = await import("./fix/patches-forget");
      done(await forgetCommand(io, places, options));
    });

  program
    .command("lsp")
    .description("serve the Language Server Protocol to an editor")
    .option("--stdio", "over standard input and output (the only way, and the default)")
    .action(() => io.serve());

  return program;
}

const REMEMBER_HELP =
  "keep the change, to be verified and put back (default: where the file is not the project's own)";
const STORE_HELP = "where changes are kept (default: .sm-lens/patches.json of the project)";

const PATCHES_ACTIONS: readonly (readonly [PatchesAction, string])[] = [
  ["list", "what is kept, and where it stands now"],
  ["verify", "the same; exit status 1 where a fix is no longer in place"],
  ["apply", "put back what is lost"],
  ["export", "print all of it as a patch that `patch -p1` takes"],
];

function analysing(command: Command, formats: readonly string[]): Command {
  return asking(command)
    .addOption(new Option("--format <format>", "how to print").choices(formats).default("text"))
    .option("--root <folder>", "where names are resolved from", nonEmpty);
}

/** Commands over whole folders, several of them side by side. */
function chaining(command: Command): Command {
  return asking(command)
    .option("--root <folder>", "one more folder to read, may be repeated", collect, [])
    .option("--jobs <n>", "how many threads at most (default: one a core)", countOf)
    .option("--exclude <glob>", "leave out what matches, may be repeated", collectGlob, []);
}

/** What every answer hangs on. */
function asking(command: Command): Command {
  return command
    .option(
      "--target <name>",
      `the target asked about, also as 12.0 or a product, "RTX 5090" (default: that of .sm-lens.json, or ${DEFAULT_TARGET})`,
    )
    .option("--rule <id=level>", "the level of a rule (error, …, off), may be repeated", collect, [])
    .option("--define <name[=value]>", "a macro's value, may be repeated", collect, [])
    .option("--undefine <name>", "a macro that is not defined, may be repeated", collect, [])
    .option("--assume-undefined", "every macro that no seen text defines counts as undefined")
    .option(
      "-I, --include-path <folder>",
      "where included files are looked for, may be repeated",
      collect,
      [],
    )
    .option(
      "--compile-commands <file>",
      "a compile_commands.json (default: that of the root or its build folder)",
      nonEmpty,
    )
    .option("--config <file>", "instead of the nearest .sm-lens.json", nonEmpty)
    .option("--no-includes", "read each file alone, no includes, no imports")
    .option("--no-cache", "start from nothing, and keep nothing");
}

function collect(value: string, before: readonly string[]): string[] {
  if (value === "") throw new InvalidArgumentError("A value is needed.");
  return [...before, value];
}

function collectGlob(value: string, before: readonly string[]): string[] {
  if (/^(?:\.?\/)*$/.test(value)) throw new InvalidArgumentError("The name or path of something is needed.");
  if (value.startsWith("!"))
    throw new InvalidArgumentError("A glob says what is left out; it cannot begin with '!'.");
  return collect(value, before);
}

function countOf(value: string): number {
  const count = Number(value);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError("A number from 1 on is needed.");
  return count;
}

function nonEmpty(value: string): string {
  if (value === "") throw new InvalidArgumentError("A value is needed.");
  return value;
}
