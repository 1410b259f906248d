// Notices keys that stand twice in one object, cheaply: it compares hashes while the scanner runs and only
// raises a suspicion. Whoever sees the suspicion makes sure with `findRepeatedKey`.

/** Objects with more keys are always suspicious: comparing each with each would cost more than making sure. */
const MANY = 48;

export class KeyLedger {
  suspicious = false;
  #hashes = new Int32Array(256);
  #size = 0;
  /** Where the keys of each open object begin. */
  readonly #starts: number[] = [];

  reset(): void {
    this.suspicious = false;
    this.#size = 0;
    this.#starts.length = 0;
  }

  enter(): void {
    this.#starts.push(this.#size);
  }

  leave(): void {
    this.#size = this.#starts.pop() as number;
  }

  /** Adds the hash of a key to the innermost open object. */
  add(hash: number): void {
    const first = this.#starts[this.#starts.length - 1] as number;
    if (this.#size - first >= MANY) this.suspicious = true;
    if (this.suspicious) return;
    for (let i = first; i < this.#size; i++) {
      if (this.#hashes[i] === hash) {
        this.suspicious = true;
        return;
      }
    }
    if (this.#size === this.#hashes.length) this.#grow();
    this.#hashes[this.#size++] = hash;
  }

  #grow(): void {
    const larger = new Int32Array(this.#hashes.length * 2);
    larger.set(this.#hashes);
    this.#hashes = larger;
  }
}
