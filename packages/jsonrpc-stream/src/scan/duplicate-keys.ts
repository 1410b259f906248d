// Detects possible duplicate keys while an object is scanned, by comparing hashes. `findDuplicateKey` then checks
// whether the keys are equal.

/** Objects with more keys always count as possible duplicates, because comparing all pairs would take longer. */
const MANY = 48;

export class DuplicateKeyDetector {
  mayHaveDuplicates = false;
  readonly #hashes: Int32Array;
  #size = 0;
  /** The position of the first key of each open object. */
  readonly #starts: Int32Array;
  #open = 0;

  constructor(maxDepth: number) {
    this.#hashes = new Int32Array(maxDepth * MANY);
    this.#starts = new Int32Array(maxDepth + 1);
  }

  reset(): void {
    this.mayHaveDuplicates = false;
    this.#size = 0;
    this.#open = 0;
  }

  enterObject(): void {
    this.#starts[++this.#open] = this.#size;
  }

  leaveObject(): void {
    this.#size = this.#starts[this.#open--] as number;
  }

  /** Adds the hash of a key to the innermost open object. */
  add(hash: number): void {
    const first = this.#starts[this.#open] as number;
    if (this.#size - first >= MANY) this.mayHaveDuplicates = true;
    if (this.mayHaveDuplicates) return;
    for (let i = first; i < this.#size; i++) {
      if (this.#hashes[i] === hash) {
        this.mayHaveDuplicates = true;
        return;
      }
    }
    this.#hashes[this.#size++] = hash;
  }
}
