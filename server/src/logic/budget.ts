/**
 * What keeps an analysis linear. Diagrams and macro expansions can grow exponentially with the text that asks for
 * them; whatever takes more steps than the text's length allows is given up and counts as unknown.
 */

/** Thrown where a diagram or an expansion grows past its bounds; `Budget.attempt` hands it over as null. */
export class TooLarge extends Error {
  constructor() {
    super("too many unknown macros or definitions at once");
  }
}

/** What each attempt adds to what is left, in steps: the price of an ordinary condition many times over. */
const EARNED = 2000;
/** What can be saved up for one condition that costs more. */
const MOST = 100_000;

/** Steps that may still be taken. Every attempt earns a few, so that all of a file's together stay linear in it. */
export class Budget {
  private left = MOST;
  private attempts = 0;

  /** Throws only within an attempt: what is done outside is small by nature. */
  spend(steps = 1): void {
    this.left -= steps;
    if (this.left < 0 && this.attempts > 0) throw new TooLarge();
  }

  /** Starts anew with each text, so that its answers do not hang on what was read before it. */
  refill(): void {
    this.left = MOST;
  }

  /** The result of `work`; null where it grows too large. `size` is that of the text that asks for it. */
  attempt<T>(work: () => T, size = 1): T | null {
    this.left = Math.min(MOST, Math.max(0, this.left) + EARNED + size);
    this.attempts++;
    try {
      return work();
    } catch (error) {
      if (error instanceof TooLarge) return null;
      throw error;
    } finally {
      this.attempts--;
    }
  }
}
