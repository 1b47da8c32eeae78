/** An answer as a hover shows it: the headline, then groups of lines, then what can be done. */
import type { Answer, Detail, Role } from "../../display/words";
import { markdown, plainText } from "../../display/words";
import { linkTo } from "../locations";

export interface HoverAction {
  readonly title: string;
  readonly icon: string;
  readonly command: string;
  readonly argument?: unknown;
}

interface Group {
  readonly roles: readonly Role[];
  /** Its sentences are short and follow each other in one line, as far as there is room. */
  readonly inline?: boolean;
}

/** Roles that stand together; a group without lines is left out. */
const GROUPS: readonly Group[] = [
  { roles: ["message"] },
  { roles: ["in", "out", "depends", "host", "value"] },
  { roles: ["why", "others", "note"] },
  { roles: ["instruction"] },
];

/**
 * VS Code's hover shows about eleven lines before it scrolls, the finding's own message among them; what can be done
 * stands last, and is to be seen. So it leaves out why others than those asked about are shut out, as the lists of
 * targets say that they are, and puts these lists in one line.
 */
const OUR_GROUPS: readonly Group[] = [
  { roles: ["message"] },
  { roles: ["in", "out", "host"], inline: true },
  { roles: ["depends", "value", "why", "note", "instruction"] },
];

/** Of VS Code's product icons; other editors get bullets. */
const ICONS: Readonly<Record<Role, string>> = {
  message: "",
  in: "$(pass) ",
  depends: "$(question) ",
  out: "$(circle-slash) ",
  host: "$(server-process) ",
  value: "",
  why: "",
  others: "",
  note: "",
  instruction: "$(chip) ",
};

/** `ours`: the editor shows icons and runs our commands. */
export function markdownHover(answer: Answer, actions: readonly HoverAction[], ours: boolean): string {
  const link = (place: { path: string; line: number }): string => linkTo(place.path, place.line);
  const headline = markdown(answer.headline, link);
  const line = ({ role, sentence }: Detail): string =>
    `${ours ? ICONS[role] : role === "message" ? "" : "- "}${markdown(sentence, link)}`;
  const separator = (inline: boolean | undefined): string =>
    !ours ? "\n" : inline === true ? "\u2002 " : "  \n";
  const groups = (ours ? OUR_GROUPS : GROUPS).flatMap(({ roles, inline }) => {
    const lines = answer.details.filter(({ role }) => roles.includes(role)).map(line);
    return lines.length === 0 ? [] : [lines.join(separator(inline))];
  });
  const opening = ours ? `**${headline}**` : `**SM Lens:** ${headline}`;
  const parts = [opening, ...groups];
  if (ours && actions.length > 0) parts.push(actions.map(actionLink).join("\u2002|\u2002"));
  return parts.join("\n\n");
}

function actionLink({ title, icon, command, argument }: HoverAction): string {
  const query = argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `[$(${icon}) ${title}](command:${command}${query} "${title}")`;
}

export function plainHover({ headline, details }: Answer): string {
  return [headline, ...details.map(({ sentence }) => sentence)].map(plainText).join("\n");
}
