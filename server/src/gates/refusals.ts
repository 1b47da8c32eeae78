/** Whether a comment or a message says that something does not go on a target, or on any but those let in. */
import { namesTarget } from "./target-names";

/** What follows is not refused: `do not exclude`, `never fails`, `was broken`. */
const UNDONE = String.raw`(?<!(?:\b(?:never|not|no|no longer|cannot|without|was|were|used to|nothing|avoids?|prevents?)|n't) (?:be |to )?)`;
const REFUSAL = new RegExp(
  String.raw`\b(?:not (?:yet )?(?:supported|available|implemented|built|enabled|compiled|tested|working)|unsupported` +
    String.raw`|(?:do(?:es)?|can|will|must|should)(?: ?not|n't) (?:yet |currently |really |actually |properly |reliably |be )*(?:support|work|run|compil|assembl|fit|have|has|exist|handl|implement|build|built|launch|use|get|take|go|load|enabl|apply|reach)\w*` +
    String.raw`|cannot\b(?! (?:be )?(?:exclud|disabl|fail|hang|crash|abort|throw))|lacks?` +
    String.raw`|without (?!(?:any |a )?(?:problem|issue|trouble|error|change|hang|crash|fail|warning)|[^,;]*\bin (?:the|this|that) (?:list|table|tuple|set|guard|condition|check)\b)` +
    String.raw`|no (?!reason|problem|issue|time|longer|doubt|matter|need|wrong|incorrect|error|hang|crash|fail|bug|difference|change)` +
    String.raw`|${UNDONE}(?:exclud(?:e|es|ed|ing)|disabl(?:e|es|ed|ing)|throws?|aborts?|crash(?:es)?|fails?|broken|hangs?|deadlocks?|segfaults?|miscompil(?:es?|ed|ation)|(?:wrong|incorrect) (?:results?|outputs?|values?|answers?)))`,
  "i",
);
/** The fault is that of the gate itself or of its being there, or was there once. */
const OWN_FAULT =
  /\b(?:because of|due to) (?:this|the|that|these) (?:\w+ ){0,2}(?:guards?|gates?|checks?|assert(?:ion)?s?|conditions?|#?if|lists?|restrictions?)\b|\bwithout (?:this\b|sm_?\d+\w*(?:,| here\b| there\b))|\b(?:wrongly|mistakenly|accidentally)\b|\b(?:was|were) (?:not supported|unsupported)\b|\b(?:is|are|was|were|been|now|since) fixed\b/i;
/** `sm_120 does`, `sm_120 is fine`: at the end, of who was named last. */
const FINE =
  /(?<!(?:\b(?:not|never|cannot|no)|n't) (?:\w+ ){0,3})\b(?:does|do|is (?:fine|ok|okay|supported|unaffected)|works?(?: fine| well)?)\W*$/i;
/** `works on sm_120`, `on no other than sm_120`. */
const LET_IN =
  /(?:(?<!(?:\b(?:not|never|only|cannot|nor?)|n't) (?:\w+ ){0,3})\b(?:supports?|(?:works?|runs?) (?:fine |well )?(?:on|for))|\b(?:other than|except)(?: on| for)?|\bother (?:\w+ )?than) (\S+)/gi;
const NAMES_SOMEBODY = /\bsm_?\d|\b(?:older|other|hopper|ampere)\b/i;

/**
 * The refusal and the target belong together: in `sm_90 does not support this; sm_120 does` somebody else is refused. A
 * clause that names nobody goes on about the one before: `SM120 needs other files; without them it aborts`.
 */
export function refuses(text: string, target: string): boolean {
  let isAboutTarget = false;
  for (const clause of clausesOf(text)) {
    if (namesTarget(clause, target)) isAboutTarget = !isFine(clause, target);
    else if (NAMES_SOMEBODY.test(clause)) isAboutTarget = false;
    if (isAboutTarget && REFUSAL.test(clause) && !OWN_FAULT.test(clause)) return true;
  }
  return false;
}

function clausesOf(text: string): readonly string[] {
  return text.split(/;|[.!?](?=\s|$)|,? (?=(?:but|while|whereas)\b)/i);
}

function isFine(clause: string, target: string): boolean {
  const last = clause.slice(clause.lastIndexOf(",") + 1);
  if (FINE.test(last) && namesTarget(last, target)) return true;
  return [...clause.matchAll(LET_IN)].some(([, where = ""]) => namesTarget(where, target));
}

/**
 * `it cannot target any other architecture`, `exists on no other GPU`: all but who is let in, the target with them. What
 * goes on after it is of something else: `on other devices at the same time`, `on other GPUs of the node`.
 */
export function refusesOthers(text: string, target: string): boolean {
  const match = NO_OTHER.exec(text);
  return match !== null && !namesTarget(text.slice(match.index), target);
}

const NO_OTHER =
  /\b(?:(?:can ?not|can't|(?:do(?:es)?|will|must)(?: not|n't)) (?:be )?(?:(?:target|support)|(?:run|work|compil|build|built|launch|execut|exist)\w* (?:on|for))(?: any)? other|(?:(?:target|support)\w*|(?:run|work|compil|build|launch|execut|exist)\w* (?:on|for)) no other) (?:(?:gpu|device|target|sm) ?)?(?:arch(?:itecture)?s?|gpus?|targets?|devices?|generations?|hardware)(?=\s*(?:["'.;:,!)]|$)| than\b| because\b| since\b)/i;
