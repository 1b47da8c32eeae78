import * as vscode from "vscode";
import type { TargetChoice } from "../../server/src/lsp/protocol";
import { activeResource, currentTarget, setTarget } from "./settings";
import type { TargetList } from "./targets";

/** A GPU as the driver names it, and its compute capability: 120 for 12.0. */
export interface Gpu {
  readonly name: string;
  readonly capability: number;
}

/** Asks the driver of the machine on which the extension runs; throws with a message for people where that fails. */
export type FindGpus = () => Promise<readonly Gpu[]>;

/** Sets the target to the GPU of this machine, by the user's wish alone and in a trusted workspace alone. */
export async function detectTarget(list: TargetList, findGpus: FindGpus | undefined): Promise<void> {
  if (findGpus === undefined)
    throw new Error(vscode.l10n.t("In the browser there is no machine to ask for its GPU."));
  if (!vscode.workspace.isTrusted) {
    const text = vscode.l10n.t("Detecting the GPU runs nvidia-smi, which needs a trusted workspace.");
    const manage = vscode.l10n.t("Manage Trust");
    const chosen = await vscode.window.showInformationMessage(`SM Lens: ${text}`, manage);
    if (chosen) await vscode.commands.executeCommand("workbench.trust.manage");
    return;
  }
  const gpus = await findGpus();
  const choices = await list.choices();
  const known = gpus.flatMap((gpu) => {
    const target = choices.find(({ name }) => name === `sm_${gpu.capability}`);
    return target === undefined ? [] : [{ gpu, target }];
  });
  const [first] = known;
  if (first === undefined) {
    const names = gpus.map(({ name, capability }) => `${name} (sm_${capability})`).join(", ");
    throw new Error(vscode.l10n.t("None of the targets of CUDA 13.0 fits what was found: {0}", names));
  }
  const target = await oneOf(known);
  const resource = activeResource();
  if (target !== undefined && target !== currentTarget(resource)) await setTarget(target, resource);
}

/** Asks where the machine has GPUs of several kinds. */
async function oneOf(
  known: readonly { readonly gpu: Gpu; readonly target: TargetChoice }[],
): Promise<string | undefined> {
  const names = new Set(known.map(({ target }) => target.name));
  const [only] = names;
  if (names.size === 1) return only;
  const items = [...names].map((label) => ({
    label,
    description: known
      .filter(({ target }) => target.name === label)
      .map(({ gpu }) => gpu.name)
      .join(", "),
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t("SM Lens: several GPUs were found"),
  });
  return chosen?.label;
}
