// The open objects and arrays of a message, with their roles.

/**
 * The role of a container. In `{"method":…,"params":{"_meta":{…},"arguments":{…}}}`, the outermost object is the
 * envelope, and it contains params and meta. Containers whose keys are not checked are opaque.
 */
export const Role = { opaque: 0, envelope: 1, params: 2, result: 3, meta: 4 } as const;

const OBJECT = 8;

export class ContainerStack {
  depth = 0;
  /** The role and the kind of each open container; the outermost container has index 1. */
  readonly #open: Uint8Array;

  constructor(maxDepth: number) {
    this.#open = new Uint8Array(maxDepth + 1);
  }

  reset(): void {
    this.depth = 0;
  }

  /** Returns false if the depth limit would be exceeded. */
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

  /** The role of the innermost container, or `opaque` outside of all containers. */
  get role(): number {
    return this.depth === 0 ? Role.opaque : (this.#open[this.depth] as number) & ~OBJECT;
  }
}
