/** The ids of all commands, as the manifest has them. */
export const COMMANDS = {
  scanWorkspace: "smLens.scanWorkspace",
  chooseTarget: "smLens.chooseTarget",
  restartServer: "smLens.restartServer",
  showLog: "smLens.showLog",
  detectTarget: "smLens.detectTarget",
  openWalkthrough: "smLens.openWalkthrough",
  explainGate: "smLens.explainGate",
  silenceFinding: "smLens.silenceFinding",
} as const;
