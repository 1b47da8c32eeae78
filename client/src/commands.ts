/** The ids of all commands, as the manifest has them. */
export const COMMANDS = {
  scanWorkspace: "smLens.scanWorkspace",
  chooseTarget: "smLens.chooseTarget",
  restartServer: "smLens.restartServer",
  showLog: "smLens.showLog",
} as const;
