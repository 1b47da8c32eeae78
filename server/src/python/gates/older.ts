import type { Mask } from "../../logic/sets";
import { possible } from "./draft";
import { bool, perDevice, type Vec } from "../values/values";

/** Devices from Hopper on: what admits none of them is about older ones only. */
const HOPPER_ON: Mask = possible(perDevice(({ major }) => bool(major >= 9)));

export function olderOnly(admission: Vec): boolean {
  return (possible(admission) & HOPPER_ON) === 0;
}
