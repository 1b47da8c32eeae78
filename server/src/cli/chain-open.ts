import type { Chain } from "../chain/chain";
import type { ChainOptions, ChainRun } from "./chain-command";
import type { ExitCode } from "./io";

export function openChain(run: ChainRun, chain: Chain, options: ChainOptions): ExitCode {
  run.io.err(`${chain.entry} ${options.format}\n`);
  return 0;
}
