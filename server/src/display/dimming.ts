/** What of a file the asked targets do not compile, by lines: what an editor shows dimmed. */
import type { Mask } from "../logic/sets";
import { variantMask } from "../logic/sets";
import type { FileReport, Region } from "../service";
import { lineAt } from "../text/source";

/** The first and the last line, from 0. */
export type LineRange = readonly [first: number, last: number];

export interface Dimming {
  /** No asked target compiles these lines. */
  readonly excluded: readonly LineRange[];
  /**
   * One asked target compiles these lines and another does not, or only some variants of one do, or it depends on
   * what is not known, or the host pass alone compiles them.
   */
  readonly partly: readonly LineRange[];
}

const BRIGHT = 0;
const PARTLY = 1;
const EXCLUDED = 2;
type Shade = typeof BRIGHT | typeof PARTLY | typeof EXCLUDED;

/**
 * The lines between the directives of a branch; the directives themselves stay bright, unless they stand in a branch
 * that is dimmed itself.
 */
export function dimmingOf(report: FileReport, targets: readonly string[]): Dimming {
  const asked = targets.map(variantMask).filter((mask) => mask !== 0);
  const shades = report.regions.map((region) => shadeOf(region, asked));
  const lines = new Uint8Array(report.source.lineStarts.length);
  report.regions.forEach((region, index) => {
    const shade = shades[index] ?? BRIGHT;
    const around = region.parent === null ? BRIGHT : (shades[region.parent] ?? BRIGHT);
    // A branch is never brighter than the one it stands in, which has painted its lines already.
    if (shade <= around) return;
    lines.fill(shade, lineAt(report.source, region.span.end) + 1, region.endLine + 1);
  });
  return { excluded: runsOf(lines, EXCLUDED), partly: runsOf(lines, PARTLY) };
}

function shadeOf(region: Region, asked: readonly Mask[]): Shade {
  const shades = asked.map((mask) => shadeFor(region, mask));
  const [first = BRIGHT] = shades;
  return shades.every((shade) => shade === first) ? first : PARTLY;
}

function shadeFor({ admits, depends, host }: Region, asked: Mask): Shade {
  if ((admits & asked) === asked) return BRIGHT;
  const undecided = depends.reduce((mask, dependent) => mask | dependent.mask, 0);
  if (((admits | undecided) & asked) !== 0) return PARTLY;
  const hostAlone = admits === 0 && undecided === 0 && host !== false;
  return hostAlone ? PARTLY : EXCLUDED;
}

function runsOf(lines: Uint8Array, shade: Shade): LineRange[] {
  const runs: LineRange[] = [];
  for (let line = 0; line < lines.length; line++) {
    if (lines[line] !== shade) continue;
    const first = line;
    while (lines[line + 1] === shade) line++;
    runs.push([first, line]);
  }
  return runs;
}
