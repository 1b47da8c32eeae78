/** docs/settings.md is what the manifest says of every setting. */
import { expect, it } from "vitest";
import type { Category, Property } from "../support/manifest";
import { readManifest } from "../support/manifest";
import { withPart } from "./markdown";
import { checkedPage } from "./pages";
import { withoutLinks } from "./settings-text";

const SCOPES: Readonly<Record<string, string>> = {
  resource: "user, workspace or folder",
  window: "user or workspace",
};

function settings(): string {
  return readManifest().contributes.configuration.map(category).join("\n\n");
}

function category({ title, properties }: Category): string {
  const ordered = Object.entries(properties).sort(([, a], [, b]) => (a.order ?? 0) - (b.order ?? 0));
  return [`## ${title}`, ...ordered.map(([name, property]) => setting(name, property))].join("\n\n");
}

function setting(name: string, property: Property): string {
  const text = withoutLinks(property.markdownDescription ?? "");
  const facts = [
    `Default: \`${JSON.stringify(property.default)}\`. May be set for: ${SCOPES[property.scope ?? ""] ?? ""}.`,
  ];
  const values = (property.enum ?? []).map((value, index) => {
    const meaning = property.markdownEnumDescriptions?.[index];
    return `- \`${value}\`${meaning === undefined ? "" : `: ${withoutLinks(meaning)}`}`;
  });
  const rules = Object.entries(property.properties ?? {}).map(
    ([rule, { markdownDescription = "" }]) => `- [\`${rule}\`](rules/${rule}.md): ${markdownDescription}`,
  );
  return [`### \`${name}\``, text, ...facts, [...values, ...rules].join("\n")]
    .filter((part) => part !== "")
    .join("\n\n");
}

it("docs/settings.md tells of every setting of the manifest", async () => {
  const { is, should } = await checkedPage("docs/settings.md", (text) =>
    Promise.resolve(withPart(text, "settings", settings())),
  );
  expect(is).toBe(should);
});
