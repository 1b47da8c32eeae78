/** How the time of a function grows with the size of what it is given. */

/** Microseconds of processor: what else the machine does would show in time that goes by. */
function cpu(run: () => void): number {
  const start = process.cpuUsage();
  run();
  return process.cpuUsage(start).user;
}

/** Below this the counter of the processor is too coarse. */
const TELLING = 1_500;
const LARGEST = 1 << 14;
/** So many that a step of the garbage collector or of the compiler weighs little. */
const DOUBLINGS = 6;

/** Between a line's 2 and a square's 4. */
export const LINEAR = 3;
const MOST_ROUNDS = 6;
/** What takes so long needs no further round. */
const CLEAR = 5_000_000;

/**
 * How many times as long twice the size takes, from the size at which it can be told: 2 where the time grows with
 * the size, 4 where it grows with its square. Both sizes are run by turns and the least of each counts, for what a
 * run meets beside its own work can only add: a busy machine needs more rounds, but a square stays one in all of them.
 * @param prepare makes what is measured, outside the measured time
 */
export function growth(prepare: (size: number) => () => void, doublings = DOUBLINGS): number {
  let size = 64;
  while (size < LARGEST && Math.min(cpu(prepare(size)), cpu(prepare(size))) < TELLING) size *= 2;
  let [less, more] = [Infinity, Infinity];
  for (let round = 0; round < MOST_ROUNDS; round++) {
    less = Math.min(less, cpu(prepare(size)));
    more = Math.min(more, cpu(prepare(size << doublings)));
    if (doubling(less, more, doublings) < LINEAR || more > CLEAR) break;
  }
  return doubling(less, more, doublings);
}

const doubling = (less: number, more: number, doublings: number): number =>
  (more / Math.max(less, TELLING / 2)) ** (1 / doublings);
