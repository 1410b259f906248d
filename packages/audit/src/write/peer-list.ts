// What the ends of connections said of themselves, until it is written down: each pair once, however often they meet.

/** Names, versions and capabilities of two ends. */
export type Peers = object;

/** More different pairs than this meet only where somebody makes them up. */
const most = 256;

export class PeerList {
  readonly #known = new Set<string>();
  #waiting: Peers[] = [];

  /** Whether these are new. */
  add(peers: Peers): boolean {
    const text = JSON.stringify(peers);
    if (this.#known.has(text) || this.#known.size >= most) return false;
    this.#known.add(text);
    this.#waiting.push(peers);
    return true;
  }

  /** Those that are to be written down, as a member of a record. */
  get members(): { readonly peers?: readonly Peers[] } {
    return this.#waiting.length === 0 ? {} : { peers: this.#waiting };
  }

  /** They are in the record. */
  written(): void {
    this.#waiting = [];
  }
}
