// The objects and arrays that are open while a message goes by, and what each of them is to us.

/**
 * What a container is to us. In `{"method":…,"params":{"_meta":{…},"arguments":{…}}}` the outermost object is the
 * envelope, and inside it are params, meta and, for all we care about its keys, something opaque.
 */
export const Role = { opaque: 0, envelope: 1, params: 2, result: 3, meta: 4 } as const;

const OBJECT = 8;

export class ContainerStack {
  depth = 0;
  /** Role and kind of each open container, outermost at 1. */
  readonly #open: Uint8Array;

  constructor(maxDepth: number) {
    this.#open = new Uint8Array(maxDepth + 1);
  }

  reset(): void {
    this.depth = 0;
  }

  /** False when this would be one level too many. */
  push(isObject: boolean, role: number): boolean {
    if (this.depth + 1 === this.#open.length) return false;
    this.depth++;
    this.#open[this.depth] = isObject ? role | OBJECT : Role.opaque;
    return true;
  }

  pop(): void {
    this.depth--;
  }

  get isObject(): boolean {
    return ((this.#open[this.depth] as number) & OBJECT) !== 0;
  }

  /** The role of the innermost container; opaque outside of all. */
  get role(): number {
    return this.depth === 0 ? Role.opaque : (this.#open[this.depth] as number) & ~OBJECT;
  }
}
