import * as vscode from "vscode";
import type { TargetChoice } from "../../server/src/lsp/protocol";
import { currentTarget, setTarget } from "./settings";
import type { TargetList } from "./targets";

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: string;
}

/** Lets the user pick the target by the names that people know, newest first, and writes it to the settings. */
export async function chooseTarget(list: TargetList): Promise<void> {
  const current = currentTarget(vscode.window.activeTextEditor?.document.uri);
  const chosen = await vscode.window.showQuickPick<TargetItem>(
    list.choices().then((choices) => pickItems(choices, current)),
    {
      title: "SM Lens: Choose Target",
      placeHolder: `Which target should be asked about? Now: ${current}`,
      matchOnDescription: true,
      matchOnDetail: true,
    },
  );
  if (chosen?.target && chosen.target !== current) await setTarget(chosen.target);
}

/** The current one first, so that Enter keeps it; then plain targets; those with a suffix under their own heading. */
function pickItems(choices: readonly TargetChoice[], current: string): TargetItem[] {
  const newestFirst = [...choices].reverse();
  const plain = newestFirst.filter((choice) => choice.note === "");
  const suffixed = newestFirst.filter((choice) => choice.note !== "");
  const now = newestFirst.filter((choice) => choice.name === current);
  const others = (group: TargetChoice[]) => group.filter((choice) => choice.name !== current);
  return [
    ...section("current", now),
    ...section("target with all its variants", others(plain)),
    ...section("one variant alone", others(suffixed)),
  ];
}

function section(label: string, choices: readonly TargetChoice[]): TargetItem[] {
  if (choices.length === 0) return [];
  const heading: TargetItem = { label, kind: vscode.QuickPickItemKind.Separator };
  return [heading, ...choices.map(pickItem)];
}

function pickItem(choice: TargetChoice): TargetItem {
  const description = [choice.products.join(", "), choice.note].filter((part) => part !== "").join(" · ");
  return { label: choice.name, description, target: choice.name };
}
