/** Whether a comment or a message says that a target is meant to stay out; a text that only lists what is in does not. */
import { formsOf } from "../arch/instructions";
import { productsOf } from "../arch/products";
import { variantsOf } from "../arch/targets";
import { variantMask } from "../logic/sets";

const INTENT = /\b(?:intentional(?:ly)?|on purpose|deliberate(?:ly)?|by design)\b/i;
/** What is meant has to do with who gets in: not `deliberately simple`. */
const ABOUT_ACCESS =
  /\b(?:only|alone|exclu\w*|left|leaves?|out|skip\w*|disabl\w*|restrict\w*|limit\w*|omit\w*|gat(?:es?|ed)|unsupported|not|never|no|keeps?|refus\w*|reject\w*|sm_?\d{2}|hopper|blackwell|ampere)/i;
const REFUSAL =
  /\b(?:not (?:yet )?(?:supported|available|implemented|built|enabled|compiled|tested|working)|unsupported|(?:do(?:es)?|can|will|must|should)(?: ?not|n't) (?:yet |currently |be )*(?:support|work|run|compil|assembl|fit|have|has|exist|handl|implement|build|built|launch|use|get|take|go|load|enabl|apply|reach)\w*|cannot|exclud(?:e|es|ed|ing)|disabl(?:e|es|ed|ing)|lacks?|without|no (?!reason|problem|issue|time|longer|doubt|matter|need)|(?<!\b(?:never|not|no longer) )(?:throws?|aborts?|crash(?:es)?|fails?))/i;
/** `it cannot target any other architecture`, `exists on no other GPU`: all but who is let in, the target with them. */
const NO_OTHER =
  /\b(?:(?:can ?not|can't|(?:do(?:es)?|will|must)(?: not|n't)) (?:be )?(?:target|run|work|compil|build|built|launch|support|execut|exist)\w*(?: (?:on|for))?(?: any| all)? other|(?:target|run|work|compil|build|launch|support|execut|exist)\w*(?: (?:on|for))? no other) (?:\w+ )?(?:gpu|device|target|sm)?(?:arch(?:itecture)?s?|gpus?|targets?|devices?|generations?|hardware)\b/i;
/** The text is for letting somebody in. */
const WELCOME =
  /\bno (?:good |real )?reason (?:to|for|not)\b|\bshould(?: also| really| now)?(?: be)? (?:enabled?|supported?|allowed?|added|opened)\b/i;

const LIMIT =
  /(?<!\bnot )\b(?:only|merely) (?:supports?|handles?|works?|runs?|accepts?|implements?|has|have)\b/i;

export function statesIntent(text: string, target: string): boolean {
  if (WELCOME.test(text)) return false;
  const isMeant = INTENT.test(text) && ABOUT_ACCESS.test(text) && !isAboutOthers(text, target);
  if (isMeant || namesMissingInstruction(text, target)) return true;
  if (NO_OTHER.test(text) || (REFUSAL.test(text) && namesTarget(text, target))) return true;
  if (endsBefore(text, target) || refusesFrom(text, target)) return true;
  if (contrasts(text, target)) return true;
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
  if (!/sm|\bcc\b|arch|compute|capabilit/i.test(text)) return false;
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

/** `fast on SM90, precise on SM100+`: each has its way, and the target that of the newer ones. */
function contrasts(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability ?? 0;
  const [, older = "", way = "", newer = ""] = CONTRAST.exec(text) ?? [];
  return newer !== "" && Number(older) < Number(newer) && Number(newer) <= capability && !LATER.test(way);
}

const CONTRAST =
  /\b(?:on|for) sm_?(\d{2,3})[af]?(?: only)?[,;] ([a-z](?:[^,;:.()]|\.(?=\w))*?) (?:on|for) sm_?(\d{2,3})(?:\+| (?:and|or) (?:later|newer|above|up)\b)/i;
/** What is to be done, or nobody knows, or is the same. */
const LATER =
  /\b(?:also|too|same|likewise|again|todo|fixme|test(?:ed)?|untested|tuned?|slow(?:er)?|missing|unknown|yet|later|maybe|may|might|should|could|will|works?|runs?|and|or)\b/i;

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

/** `SM120`, `sm_12x`, `12.0`, `compute 120`, or what people call its hardware; no version of a toolkit, no size. */
function namesTarget(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability;
  if (capability === undefined) return false;
  const major = Math.floor(capability / 10);
  const minor = capability % 10;
  const names = new RegExp(
    `\\b(?:sm|compute|cc|arch|capability|capabilities)[ _=:-]*(?:\\d{2,3}[af]?(?:/|, ?| and | or )){0,8}(?:${capability}[af]?|${major}x|${capability}0)\\b|` +
      `(?<!\\b(?:cuda|toolkit|ctk|nvcc|driver|version|torch|cudnn|release|v)[ _:=<>]*)(?<![\\d.])${major}\\.[${minor}x]\\+?(?![\\d.])`,
    "i",
  );
  return names.test(text) || (major === 12 && CONSUMER.test(text)) || namesProduct(text, capability);
}

/** What has compute capability 12.x. */
const CONSUMER =
  /\b(?:consumer|workstation|geforce|desktop)[ -](?:class[ -])?(?:blackwell|gpus?|cards?|parts?)\b|\bgeforce\b/i;

function namesProduct(text: string, capability: number): boolean {
  return productsOf(capability).some((name) =>
    new RegExp(`\\b${name.replace(/xx$/, "(?:\\d0|xx)").replace(/ /g, "[ -]?")}`, "i").test(text),
  );
}
