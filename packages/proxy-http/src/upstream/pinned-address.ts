// DNS pinning: the host name of the upstream is resolved once and refreshed in the background. An attacker who
// controls the name cannot switch to a forbidden address between the check and the connection.

import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

export interface DnsOptions {
  /** Returns true if connecting to an address is allowed; by default, all addresses are allowed. */
  readonly addressAllowed?: ((address: string) => boolean) | undefined;
  /** Resolves a host name to all its addresses; by default with the resolver of the system. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** The interval between two lookups in milliseconds; 60,000 by default. */
  readonly refreshInterval?: number | undefined;
}

const resolveBySystem = async (hostname: string): Promise<string[]> =>
  (await lookUp(hostname, { all: true })).map(({ address }) => address);

export class PinnedAddress {
  readonly hostname: string;
  readonly #options: DnsOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  #addresses: readonly string[] = [];
  #resolvedAt: number | undefined;
  #firstLookup: Promise<void> | undefined;

  constructor(hostname: string, options: DnsOptions) {
    this.hostname = hostname.replace(/^\[|\]$/g, '');
    this.#options = options;
    if (isIP(this.hostname) !== 0) {
      this.#addresses = this.#filterAllowed([this.hostname]);
      this.#resolvedAt = Date.now();
      return;
    }
    this.#timer = setInterval(() => {
      if (this.#addresses.length > 0) void this.refreshAddresses().catch(() => {});
    }, options.refreshInterval ?? 60_000);
    this.#timer.unref();
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }

  /** The time at which the addresses were resolved, in milliseconds since 1970. */
  get resolvedAt(): number | undefined {
    return this.#resolvedAt;
  }

  /** Resolves the name now. If that fails or returns no allowed address, the previous addresses stay in use. */
  async refreshAddresses(): Promise<void> {
    const resolve = this.#options.resolve ?? resolveBySystem;
    this.#addresses = this.#filterAllowed(
      isIP(this.hostname) === 0 ? await resolve(this.hostname) : [this.hostname],
    );
    this.#resolvedAt = Date.now();
  }

  /** A lookup function for `net.connect` that returns the pinned addresses. */
  readonly lookup: LookupFunction = (_hostname, options, callback) => {
    const respond = () => {
      const all = this.#addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = all;
      if (first === undefined) callback(new Error('no address'), '', 0);
      else if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    };
    if (this.#addresses.length > 0) return respond();
    this.#firstLookup ??= this.refreshAddresses().finally(() => {
      this.#firstLookup = undefined;
    });
    this.#firstLookup.then(respond, (error) => callback(error, '', 0));
  };

  close(): void {
    clearInterval(this.#timer);
  }

  #filterAllowed(addresses: readonly string[]): readonly string[] {
    const { addressAllowed } = this.#options;
    const allowed = addressAllowed === undefined ? addresses : addresses.filter(addressAllowed);
    if (allowed.length > 0) return allowed;
    throw Object.assign(new Error(`\`${this.hostname}\` has no allowed address; check \`addressAllowed\``), {
      code: 'ADDRESS_NOT_ALLOWED',
    });
  }
}
