/** The blocks and exits of a function: where one may go on, and where one leaves it. */
import type { Flow } from "../../chain/facts";
import { isRefusal } from "../gates/outcome";
import type { Stmt } from "../syntax/syntax";
import { blocksOf } from "../syntax/walk";

export function flowOf(block: readonly Stmt[]): Flow[] {
  return block.flatMap((statement): Flow[] => {
    const span = { start: statement.start, end: statement.end };
    switch (statement.kind) {
      case "return":
        return [{ kind: "leave", span, serves: !isRefusal(statement.value) }];
      case "raise":
        return [{ kind: "leave", span, serves: false }];
      case "if":
        return [
          {
            kind: "if",
            arms: statement.arms.map(({ head, body }) => ({
              condition: { start: head.start, end: head.end },
              body: flowOf(body),
            })),
            otherwise: statement.otherwise === null ? [] : flowOf(statement.otherwise),
          },
        ];
      case "for":
      case "while":
        return [{ kind: "maybe", body: blocksOf(statement).flatMap(flowOf) }];
      case "try":
        return [...flowOf(statement.body), ...flowOf(statement.otherwise), ...flowOf(statement.last)];
      case "with": {
        const [first] = statement.body;
        return [
          { kind: "plain", span: { ...span, end: first?.start ?? span.end } },
          ...flowOf(statement.body),
        ];
      }
      case "def":
      case "class":
        return [];
      default:
        return [{ kind: "plain", span }];
    }
  });
}
