import { getIn, listed, maskInWords } from "../../logic/names";
import { TARGETS } from "../../arch/targets";
import { bitCount, maskWhere, targetNames } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { Finding, Rule, RuleView } from "./rule";

export const needsSuffix: Rule = {
  id: "needs-suffix",
  title: "Only an architecture- or family-specific build gets in",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "information",
  fixable: true,
  check(view) {
    if (view.excludesTarget !== false) return null;
    const plain = view.asked & maskWhere(TARGETS, ({ suffix }) => suffix === "");
    if (view.refused !== 0 && view.refused === plain) {
      return finding(`Plain ${view.target} is turned away here`, view.asked & ~view.refused);
    }
    if ((view.excluded & plain) !== 0) {
      const [other] = targetNames(view.excluded & ~plain);
      const who = other === undefined ? "is" : `and ${other} are`;
      return finding(`Plain ${view.target} ${who} left out`, view.admitted);
    }
    return view.excluded === 0 ? instructionFinding(view) : null;
  },
};

function finding(who: string, admitted: Mask): Finding {
  const build = bitCount(admitted) === 1 ? "that one" : "one of these";
  return {
    severity: "information",
    message: `${who}; ${getIn(admitted, "targets", false)}. Build for ${build}: -gencode ${gencodeOf(admitted)}.`,
  };
}

/** `arch=compute_120f,code=sm_120f` for the widest that gets in. */
function gencodeOf(mask: Mask): string {
  const names = targetNames(mask);
  const name = names.find((one) => one.endsWith("f")) ?? names[0] ?? "";
  return `arch=${name.replace("sm_", "compute_")},code=${name}`;
}

/** All variants get in, but an instruction in there assembles only for the specific ones. */
function instructionFinding(view: RuleView): ReturnType<Rule["check"]> {
  if (view.gate.form === "ladder") return null;
  const use = view.gate.instructions.find(
    (one) =>
      !one.approximate &&
      (one.targets & view.admitted) !== 0 &&
      (one.targets & view.admitted) !== view.admitted,
  );
  if (use === undefined) return null;
  return {
    severity: "information",
    message: `${use.name} assembles for ${flagsOf(use.targets & view.asked)} but not for plain ${view.target}, which gets in as well.`,
    related: [{ span: use.span, text: `${use.name}, on ${maskInWords(use.targets, "targets")}` }],
  };
}

function flagsOf(mask: Mask): string {
  return listed(targetNames(mask));
}
