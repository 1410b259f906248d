// Collects information about peers until it is recorded; each pair once, however often they connect.

/** Names, versions and capabilities of a client and a server. */
export type Peers = object;

/** The maximum number of pairs; more distinct pairs occur only in attacks. */
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
