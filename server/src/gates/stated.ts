/** Whether a comment or a message says that a target is meant to stay out; a text that only lists what is in does not. */
import { formsOf } from "../arch/instructions";
import { variantsOf } from "../arch/targets";
import { variantMask } from "../logic/sets";
import { refuses, refusesOthers } from "./refusals";
import { namesTarget } from "./target-names";

const INTENT = /\b(?:intentional(?:ly)?|on purpose|deliberate(?:ly)?|by design)\b/i;
/** What is meant has to do with who gets in: not `deliberately simple`, nor `intentionally left blank`. */
const ABOUT_ACCESS =
  /\b(?:exclu\w+|unsupported|restrict\w*|refus\w*|reject\w*|gat(?:es?|ed)|not (?:supported|enabled|available|compiled|built)|left out|leaves? out|leaving out)\b/i;
/** Words that speak of who gets in only where hardware is named as well. */
const MAYBE_ABOUT_ACCESS =
  /\b(?:only|alone|skip\w*|disabl\w*|limited to|omit\w*|ke(?:eps?|pt) out|left|out|(?:not|never|no) (?:on|for|in)|no (?:sm_?\d|hopper|blackwell|ampere))/i;
const HARDWARE =
  /\bsm_?\d{2}|\b(?:hopper|blackwell|ampere|ada|turing|volta|geforce|consumer|gpus?|arch(?:itecture|e?s)?|devices?|cards?|capabilit(?:y|ies))\b/i;
/** The text is for letting somebody in. */
const WELCOME =
  /\bno (?:good |real )?reason (?:to|for|not)\b|\bshould(?: also| really| now)?(?: be)? (?:enabled?|supported?|allowed?|added|opened)\b|\bso (?:that )?sm_?\d\w* (?:also |now )?(?:works?|runs?|is supported|gets? in)\b/i;

const LIMIT =
  /(?<!\bnot )\b(?:only|merely) (?:supports?|handles?|works?|runs?|accepts?|implements?|has|have)\b/i;

export function statesIntent(text: string, target: string): boolean {
  if (WELCOME.test(text)) return false;
  if (isMeant(text) && !isAboutOthers(text, target)) return true;
  if (namesMissingInstruction(text, target)) return true;
  if (refusesOthers(text, target) || refuses(text, target)) return true;
  if (endsBefore(text, target) || refusesFrom(text, target)) return true;
  if (contrasts(text, target)) return true;
  // `the SM120 kernel only supports bfloat16`: a limit of the target's own, not a list of who is supported
  const limit = LIMIT.exec(text);
  return limit !== null && namesTarget(text.slice(0, limit.index), target);
}

function isMeant(text: string): boolean {
  if (!INTENT.test(text)) return false;
  return ABOUT_ACCESS.test(text) || (MAYBE_ABOUT_ACCESS.test(text) && HARDWARE.test(text));
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

const HOPPER = 90;
/** The denial is of support, on the device and on no version; in `if not on sm_90 or later` it is a condition. */
const NOT_FROM =
  /(?<!\b(?:if|when|unless|whether|until|is|are|was|were|but|why)\b[^.;:]*)\b(?:(?:not|never) (?:yet )?(?:(?:supported|available|implemented|enabled|compiled|built|usable) )?(?:on|for)|(?:do(?:es)?|can|will|must)(?: ?not|n't) (?:support|(?:work|run|compile|build|exist) (?:on|for))) (?:cc |arch |compute (?:capability )?)?(?:sm_?(\d{2,3})|(\d{1,2})\.(\d))[af]?(?: \([^()]*\))?(?:\+| (?:or|and) (?:later|newer|above|higher|up)\b)(?! (?:cuda|drivers?|toolkits?|versions?|releases?))/i;

/** `fast on SM90, precise on SM100+ (Blackwell needs exact values)`: the newer ones ask for another way, and the target is one. */
function contrasts(text: string, target: string): boolean {
  const capability = variantsOf(target)[0]?.capability ?? 0;
  const match = CONTRAST.exec(text);
  if (match === null) return false;
  const [all, older = "", way = "", newer = ""] = match;
  if (Number(older) >= Number(newer) || Number(newer) > capability || SAME_OR_OPEN.test(way)) return false;
  return DEMAND.test(text.slice(match.index + all.length));
}

const CONTRAST =
  /\b(?:on|for) sm_?(\d{2,3})[af]?(?: only)?[,;] ([a-z](?:[^,;:.()]|\.(?=\w))*?) (?:on|for) sm_?(\d{2,3})(?:\+| (?:and|or) (?:later|newer|above|up)\b)/i;
/** What both do, what is better on the newer ones, and what is still to be done there. */
const SAME_OR_OPEN =
  /\b(?:also|too|same|likewise|again|todo|fixme|test(?:ed)?|untested|tuned?|slow(?:er)?|faster|better|optional|gone|fixed|required|needed|missing|unknown|yet|later|maybe|may|might|should|could|will|works?|runs?|and|or)\b/i;
const DEMAND =
  /^[^.;]*?\b(?:needs?|requires?|must)\b(?! (?:be |more |a |to be |further )*(?:re-?)?(?:test|tun|check|verif|review|work\b|fix|investigat))/i;

/** `wgmma lives below`: the text names an instruction of which the target has no form, and not to say that it is not used. */
function namesMissingInstruction(text: string, target: string): boolean {
  if (isHeading(text)) return false;
  const asked = variantMask(target);
  const plain = text.toLowerCase().replaceAll("_", " ");
  return [...plain.matchAll(/\b[a-z]+[0-9]*\b/g)].some((match) => {
    const forms = formsOf(match[0]);
    if (forms.length === 0 || forms.some((form) => (form.targets & asked) !== 0)) return false;
    return !isSpared(plain.slice(0, match.index), plain.slice(match.index + match[0].length));
  });
}

/** `MMA Settings (tcgen05):` says nothing of what follows. */
function isHeading(text: string): boolean {
  if (!/:\s*$/.test(text)) return false;
  const words = text.replace(/\([^()]*\)/g, " ").match(/[\w./+-]+/g) ?? [];
  return words.every((word) => /^(?:[A-Z0-9].*|and|or|of|for|the|with|in)$/.test(word));
}

/** Whether the words around the name of an instruction say that the code does without it. */
function isSpared(before: string, after: string): boolean {
  if (NOT_USED_BEFORE.test(before) || NOT_USED_AFTER.test(after)) return true;
  if (/\bno (?:\w+ (?:or|and) )?$/.test(before)) return NOT_USED_HERE.test(after);
  // `GPUs without wgmma`, `does not work without wgmma`: here it is what somebody lacks
  return /\bwithout (?:the |any )?$/.test(before) && !LACKED.test(before);
}

const NOT_USED_BEFORE =
  /(?:(?:\b(?:not|never|without|no longer)|n't)(?: \w+)? (?:us(?:e|es|ed|ing)|need(?:s|ed|ing)?|requir(?:e|es|ed|ing)|emit(?:s|ted|ting)?|issu(?:e|es|ed|ing)|call(?:s|ed|ing)?|contain(?:s|ed|ing)?|rel(?:y|ies|ying) on|depend(?:s|ed|ing)? on) (?:the |any )?(?:\w+ (?:or|nor|and) )?|\bneither(?: \w+)? (?:\w+ nor )?|\b(?:replac(?:e|es|ed|ing)|avoid(?:s|ed|ing)?|instead of|rather than|in place of|in lieu of|unlike) (?:(?!because|since|needs|requires)\w+ ){0,2})$/;
const NOT_USED_AFTER =
  /^-free\b|^(?: \w+)? (?:(?:is|are) )?(?:not|never) (?:used|needed|required|involved|necessary)\b/;
const NOT_USED_HERE = /^(?: (?:or|and) \w+)?(?: \w+)? (?:used|needed|required|involved|necessary|here)\b/;
const LACKED =
  /\b(?:not|cannot|fails?|unsupported|impossible)\b|n't\b|\b(?:gpus?|arch(?:itecture|e?s)?s?|devices?|hardware|cards?|parts?|targets?|chips?|blackwell|sm ?\d+\w*) without (?:the |any )?$/;
