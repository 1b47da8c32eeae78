/** Whether a comment or a message says that a target is meant to stay out; a text that only lists what is in does not. */
import { formsOf } from "../arch/instructions";
import { variantsOf } from "../arch/targets";
import { variantMask } from "../logic/sets";

const INTENT = /\b(?:intentional(?:ly)?|on purpose|deliberate(?:ly)?|by design)\b/i;
const REFUSAL =
  /\b(?:not (?:yet )?(?:supported|available|implemented|built|enabled|compiled)|unsupported|(?:do(?:es)?|can|will|must)(?: ?not|n't)|cannot|exclud(?:e|es|ed|ing)|disabled?|lacks?|without|no|throws?|aborts?|crash(?:es)?|fails?)\b/i;

const LIMIT = /\b(?:only|merely) (?:supports?|handles?|works?|runs?|accepts?|implements?|has|have)\b/i;

export function statesIntent(text: string, target: string): boolean {
  if ((INTENT.test(text) && !isAboutOthers(text, target)) || namesMissingInstruction(text, target))
    return true;
  if (REFUSAL.test(text) && namesTarget(text, target)) return true;
  if (endsBefore(text, target) || refusesFrom(text, target)) return true;
  // `the SM120 kernel only supports bfloat16`: a limit of the target's own, not a list of who is supported
  const limit = LIMIT.exec(text);
  return limit !== null && namesTarget(text.slice(0, limit.index), target);
}

/** `sm_80 is left out on purpose`: what is refused has a name, and it is not the target's. */
function isAboutOthers(text: string, target: string): boolean {
  const refused = REFUSED_BY_NAME.exec(text);
  return refused !== null && !namesTarget(text, target);
}

const REFUSED_BY_NAME =
  /\bsm_?\d{2,3}[af]?\b[^.;:]{0,20}?\b(?:is|are) (?:\w+ )?(?:exclud|left out|disabled|skipped|omitted|not\b|unsupported)/i;

/** `only for sm[100, 120)`: up to the target, and without it. */
function endsBefore(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability;
  return [...text.matchAll(/[[(]\s*(?:sm_?)?(\d{2,4})\s*,\s*(?:sm_?)?(\d{2,4})\s*\)/gi)].some(
    ([, from, to]) => {
      const end = Number(to) >= 1000 ? Number(to) / 10 : Number(to);
      return end === capability && Number(from) < Number(to);
    },
  );
}

/** `not on sm_103 or later`: from an older one on. */
function refusesFrom(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability ?? 0;
  const match = NOT_FROM.exec(text);
  if (match === null) return false;
  const [, number = "", major = "", minor = ""] = match;
  const from = Number(number === "" ? `${major}${minor}` : number);
  return from >= HOPPER && from <= capability;
}

const HOPPER = 90;
const NOT_FROM =
  /\b(?:not|never)\b(?!\s+only)[^.;:]{0,30}?\b(?:sm_?(\d{2,3})|(\d{1,2})\.(\d))[af]?\b[^.;:]{0,20}?\b(?:or|and) (?:later|newer|above|higher|up)\b/i;

/** `wgmma lives below`: the text names an instruction of which the target has no form. */
function namesMissingInstruction(text: string, target: string): boolean {
  const asked = variantMask(target);
  return (
    text
      .toLowerCase()
      .replaceAll("_", " ")
      .match(/\b[a-z]+[0-9]*\b/g) ?? []
  ).some((word) => {
    const forms = formsOf(word);
    return forms.length > 0 && forms.every((form) => (form.targets & asked) === 0);
  });
}

/** `SM120`, `sm_12x`, `12.0`, `compute 120`, or a family that the target belongs to by name. */
function namesTarget(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability;
  if (capability === undefined) return false;
  const major = Math.floor(capability / 10);
  const minor = capability % 10;
  const names = new RegExp(
    `\\b(?:sm|compute|cc|arch)?[ _-]?(?:${capability}[af]?|${major}x|${major}\\.[${minor}x]|${capability}0)\\b`,
    "i",
  );
  return names.test(text);
}
