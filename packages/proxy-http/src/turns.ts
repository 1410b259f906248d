// A few at a time, the others in their order, and not without end: for requests that somebody else makes us send.

export interface TurnLimits {
  /** So many run at the same time. */
  readonly running: number;
  /** So many wait for their turn. */
  readonly waiting: number;
}

/** Something to do; it calls back when it is over. */
export type Turn = (over: () => void) => void;

export class Turns {
  readonly #limits: TurnLimits;
  readonly #waiting: Turn[] = [];
  #running = 0;

  constructor(limits: TurnLimits) {
    this.#limits = limits;
  }

  /** False when too many wait already: then it will not be done. */
  take(turn: Turn): boolean {
    if (this.#running < this.#limits.running) this.#run(turn);
    else if (this.#waiting.length < this.#limits.waiting) this.#waiting.push(turn);
    else return false;
    return true;
  }

  #run(turn: Turn): void {
    this.#running++;
    let isOver = false;
    turn(() => {
      if (isOver) return;
      isOver = true;
      // Not on the spot: a thousand that are over as soon as they begin would stand on each other's shoulders.
      queueMicrotask(() => {
        this.#running--;
        const next = this.#waiting.shift();
        if (next !== undefined) this.#run(next);
      });
    });
  }
}
