/** An answer as a hover shows it: the headline, then groups of lines, then what can be done. */
import type { Answer, Detail, Role } from "../display/words";
import { markdown, plainText } from "../display/words";
import { linkTo } from "./locations";

export interface HoverAction {
  readonly title: string;
  readonly icon: string;
  readonly command: string;
  readonly argument?: unknown;
}

/** Roles that stand together; a group without lines is left out. */
const GROUPS: readonly (readonly Role[])[] = [
  ["message"],
  ["in", "depends", "out", "host", "value"],
  ["why", "note"],
  ["instruction"],
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
  note: "",
  instruction: "$(chip) ",
};

/** `ours`: the editor shows icons and runs our commands. */
export function markdownHover(answer: Answer, actions: readonly HoverAction[], ours: boolean): string {
  const link = (place: { path: string; line: number }): string => linkTo(place.path, place.line);
  const headline = markdown(answer.headline, link);
  const line = ({ role, sentence }: Detail): string =>
    `${ours ? ICONS[role] : role === "message" ? "" : "- "}${markdown(sentence, link)}`;
  const groups = GROUPS.map((roles) => answer.details.filter(({ role }) => roles.includes(role)))
    .filter((group) => group.length > 0)
    .map((group) => group.map(line).join(ours ? "  \n" : "\n"));
  const opening = ours ? `**${headline}**` : `**SM Lens:** ${headline}`;
  const parts = [opening, ...groups];
  if (ours && actions.length > 0) parts.push("---", actions.map(actionLink).join("\u2002|\u2002"));
  return parts.join("\n\n");
}

function actionLink({ title, icon, command, argument }: HoverAction): string {
  const query = argument === undefined ? "" : `?${encodeURIComponent(JSON.stringify([argument]))}`;
  return `[$(${icon}) ${title}](command:${command}${query} "${title}")`;
}

export function plainHover({ headline, details }: Answer): string {
  return [headline, ...details.map(({ sentence }) => sentence)].map(plainText).join("\n");
}
