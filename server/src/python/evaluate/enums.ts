/** Members of enumerations: by what they hold, `Arch(9)`, by their names, `Arch["HOPPER"]`, and one after the other. */
import type { Frame } from "./frame";
import { isEnum, memberOf } from "./resolve";
import { compare } from "../values/operators";
import { at, type ClassInfo, type Val, type Vec } from "../values/values";

type Class = Extract<Val, { t: "class" }>;

/** Of so many members enumerations are read. */
const MOST_MEMBERS = 64;
const MEMBER = /^([^\W\d]\w*)[ \t]*=(?!=)/u;

export function isEnumeration(value: Val): value is Class {
  return value.t === "class" && isEnum(value.info);
}

/** Its members in order; null where they are not known, or too many. */
export function membersOf(value: Class, frame: Frame): readonly Val[] | null {
  const names = namesOf(value.info);
  if (names.length > MOST_MEMBERS) return null;
  const members = names.map((name) => memberNamed(value, name, frame));
  return members.every((one) => one !== null) ? members : null;
}

function memberNamed(value: Class, name: string, frame: Frame): Val | null {
  const found = memberOf(value.info, name, value, frame);
  const one = found?.length === 1 ? at(found, 0) : null;
  return one?.t === "enum" ? one : null;
}

function namesOf({ block, module }: ClassInfo): string[] {
  return block.chunks.flatMap(({ kind, first, end }) => {
    const name = kind === "statement" ? MEMBER.exec(module.source.text.slice(first, end))?.[1] : undefined;
    return name === undefined || name.startsWith("_") ? [] : [name];
  });
}

/** `Arch(9)` on each device; what is no member's raises an exception, and is not known here. */
export function memberHolding(value: Class, held: Vec, frame: Frame, none: Val): Vec | null {
  const members = membersOf(value, frame);
  if (members === null) return null;
  return held.map((one) => {
    if (one.t === "enum" && one.info === value.info) return one;
    const found = members.find(
      (member) => member.t === "enum" && sureOf(compare("==", member.value, one, "?")),
    );
    return found ?? none;
  });
}

function sureOf(answer: Val): boolean {
  return answer.t === "bool" && answer.v;
}

/** `Arch["HOPPER"]` */
export function memberByName(value: Class, key: Val, frame: Frame): Val | null {
  return key.t === "str" ? memberNamed(value, key.v, frame) : null;
}

/** What somebody goes through: of an enumeration its members. */
export function gone(list: Vec, frame: Frame): Vec {
  const only = list.length === 1 ? at(list, 0) : null;
  if (only === null || !isEnumeration(only)) return list;
  const items = membersOf(only, frame);
  return items === null ? list : [{ t: "seq", kind: "list", items }];
}
