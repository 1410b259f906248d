// Collects information about connected peers until it is recorded. Each pair of client and server is recorded once,
// even if it connects several times.

/** The names, versions and capabilities of a client and a server. */
export type Peers = object;

/** The maximum number of pairs; only an attack produces more. */
const most = 256;

export class PeerList {
  readonly #known = new Set<string>();
  #waiting: Peers[] = [];

  /** Returns true if these peers are new. */
  add(peers: Peers): boolean {
    const text = JSON.stringify(peers);
    if (this.#known.has(text) || this.#known.size >= most) return false;
    this.#known.add(text);
    this.#waiting.push(peers);
    return true;
  }

  /** The peers that have not been recorded yet, as a member of a record. */
  get members(): { readonly peers?: readonly Peers[] } {
    return this.#waiting.length === 0 ? {} : { peers: this.#waiting };
  }

  /** Called when the peers have been recorded. */
  written(): void {
    this.#waiting = [];
  }
}
