import * as vscode from "vscode";
import { targetMeant } from "../../server/src/lsp/protocol";
import type { TargetChoice } from "../../server/src/lsp/protocol";
import type { FindGpus } from "./detect-target";
import { detectTarget } from "./detect-target";
import { activeResource, alsoShown, currentTarget, isTargetKnown, setAlsoShown, setTarget } from "./settings";
import type { TargetList } from "./targets";

interface TargetItem extends vscode.QuickPickItem {
  readonly target?: string;
}

interface Chosen {
  readonly target: string;
  readonly alsoShown: readonly string[];
  /** What it is chosen for. */
  readonly resource: vscode.Uri | undefined;
}

/**
 * Lets the user pick the target by the names that people know, newest first, and show others beside it by the eye on
 * the right; both go to the settings. `findGpus` where programs can be run: the picker then offers to ask the driver.
 */
export async function chooseTarget(list: TargetList, findGpus: FindGpus | undefined): Promise<void> {
  const resource = activeResource();
  const chosen: Chosen = { target: currentTarget(resource), alsoShown: alsoShown(resource), resource };
  const picker = vscode.window.createQuickPick<TargetItem>();
  picker.title = vscode.l10n.t("SM Lens: Choose Target");
  picker.placeholder = vscode.l10n.t(
    "Which target should be asked about? Now: {0}. The eye shows others beside it.",
    chosen.target,
  );
  picker.matchOnDescription = true;
  picker.buttons = findGpus === undefined ? [] : [detectButton()];
  picker.busy = true;
  picker.show();
  try {
    const choices = await list.choices();
    picker.busy = false;
    const picked = await untilPicked(picker, choices, chosen);
    picker.hide();
    if (picked === "detect") await detectTarget(list, findGpus);
    else if (picked !== undefined && (picked !== chosen.target || !isTargetKnown(resource)))
      await setTarget(picked, resource);
  } finally {
    picker.dispose();
  }
}

const detectButton = (): vscode.QuickInputButton => ({
  iconPath: new vscode.ThemeIcon("circuit-board"),
  tooltip: vscode.l10n.t("Detect the GPU of this machine with nvidia-smi"),
});

/** The target that was accepted, "detect" for the button, undefined when the picker was left. */
function untilPicked(
  picker: vscode.QuickPick<TargetItem>,
  choices: readonly TargetChoice[],
  { target, alsoShown: shown, resource }: Chosen,
): Promise<string | undefined> {
  let beside = [...shown];
  let meant: string | null = null;
  /** What was typed and is in nothing. */
  let missing: string | null = null;
  const show = (): void => {
    const items = pickItems(choices, target, beside).map((item) =>
      item.target !== undefined && item.target === meant ? { ...item, alwaysShow: true } : item,
    );
    picker.items = missing === null ? items : [...items, missingItem(missing)];
  };
  show();
  return new Promise((resolve) => {
    // One product of a series ("RTX 5090", "5090" of "RTX 50xx") and another spelling ("12.0") stand in no item's text.
    picker.onDidChangeValue((value) => {
      const now = targetMeant(value) ?? targetMeant(`RTX ${value}`);
      const without = now === null && !picker.items.some((item) => mayMatch(item, value)) ? value : null;
      if (now === meant && without === missing) return;
      meant = now;
      missing = without;
      show();
    });
    picker.onDidAccept(() => {
      const [item] = picker.selectedItems;
      if (item?.target !== undefined) resolve(item.target);
    });
    picker.onDidHide(() => resolve(undefined));
    picker.onDidTriggerButton(() => resolve("detect"));
    picker.onDidTriggerItemButton(({ item }) => {
      const name = item.target;
      if (name === undefined || name === target) return;
      beside = beside.includes(name) ? beside.filter((each) => each !== name) : [...beside, name];
      void setAlsoShown(beside, resource);
      picker.keepScrollPosition = true;
      show();
    });
  });
}

/** In place of an empty list; there is nothing to be taken. */
const missingItem = (text: string): TargetItem => ({
  label: vscode.l10n.t("No target and no product is called {0}", text),
  alwaysShow: true,
});

/** Whether the editor may find the text in an item: its letters are there in their order, which is the least it asks. */
function mayMatch({ target, label, description = "" }: TargetItem, text: string): boolean {
  if (target === undefined) return false;
  const wanted = Array.from(text.toLowerCase()).filter((letter) => letter.trim() !== "");
  return [label, description].some((where) => {
    let at = 0;
    for (const letter of where.toLowerCase()) if (letter === wanted[at]) at++;
    return at === wanted.length;
  });
}

/** The current one first, so that Enter keeps it; then plain targets; those with a suffix under their own heading. */
function pickItems(
  choices: readonly TargetChoice[],
  current: string,
  beside: readonly string[],
): TargetItem[] {
  const newestFirst = [...choices].reverse();
  const plain = newestFirst.filter((choice) => choice.note === "");
  const suffixed = newestFirst.filter((choice) => choice.note !== "");
  const now = newestFirst.filter((choice) => choice.name === current);
  const others = (group: TargetChoice[]) => group.filter((choice) => choice.name !== current);
  const item = (choice: TargetChoice) => pickItem(choice, current, beside);
  return [
    ...section(vscode.l10n.t("current"), now.map(item)),
    ...section(vscode.l10n.t("target with all its variants"), others(plain).map(item)),
    ...section(vscode.l10n.t("one variant alone"), others(suffixed).map(item)),
  ];
}

function section(label: string, items: readonly TargetItem[]): TargetItem[] {
  if (items.length === 0) return [];
  return [{ label, kind: vscode.QuickPickItemKind.Separator }, ...items];
}

function pickItem(choice: TargetChoice, current: string, beside: readonly string[]): TargetItem {
  const { name } = choice;
  const description = [choice.products.join(", "), choice.note].filter((part) => part !== "").join(" · ");
  if (name === current) return { label: `$(chip) ${name}`, description, target: name };
  const shown = beside.includes(name);
  const eye: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon(shown ? "eye" : "eye-closed"),
    tooltip: shown ? vscode.l10n.t("Stop showing {0}", name) : vscode.l10n.t("Show {0} as well", name),
  };
  const label = shown ? `$(eye) ${name}` : name;
  return { label, description, target: name, buttons: [eye] };
}
