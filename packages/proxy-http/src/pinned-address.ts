// The addresses behind the name of the upstream: looked up once, held on to, looked up again in the background. Who
// controls the name can then not move a running proxy to another machine between a check and a connection.

import { lookup as lookUp } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';

export interface PinOptions {
  /** Which addresses may be connected to; all by default. */
  readonly addressAllowed?: ((address: string) => boolean) | undefined;
  /** All addresses of a name; the system's resolver by default. */
  readonly resolve?: ((hostname: string) => Promise<readonly string[]>) | undefined;
  /** Milliseconds between two looks; a minute by default. */
  readonly resolveEvery?: number | undefined;
}

const resolveBySystem = async (hostname: string): Promise<string[]> =>
  (await lookUp(hostname, { all: true })).map(({ address }) => address);

export class PinnedAddress {
  readonly hostname: string;
  readonly #options: PinOptions;
  readonly #timer: NodeJS.Timeout | undefined;
  #addresses: readonly string[] = [];
  #firstLook: Promise<void> | undefined;

  constructor(hostname: string, options: PinOptions) {
    this.hostname = hostname.replace(/^\[|\]$/g, '');
    this.#options = options;
    if (isIP(this.hostname) !== 0) {
      this.#addresses = this.#allowed([this.hostname]);
      return;
    }
    this.#timer = setInterval(() => {
      if (this.#addresses.length > 0) void this.resolveAgain().catch(() => {});
    }, options.resolveEvery ?? 60_000);
    this.#timer.unref();
  }

  get addresses(): readonly string[] {
    return this.#addresses;
  }

  /** Looks the name up now. What was known stays in force when that fails or leads where it must not. */
  async resolveAgain(): Promise<void> {
    const resolve = this.#options.resolve ?? resolveBySystem;
    this.#addresses = this.#allowed(await resolve(this.hostname));
  }

  /** For `net.connect`: answers from what is pinned. */
  readonly lookup: LookupFunction = (_hostname, options, callback) => {
    const answer = () => {
      const all = this.#addresses.map((address) => ({ address, family: isIP(address) }));
      const [first] = all;
      if (first === undefined) callback(new Error('no address'), '', 0);
      else if (options.all) callback(null, all);
      else callback(null, first.address, first.family);
    };
    if (this.#addresses.length > 0) return answer();
    this.#firstLook ??= this.resolveAgain().finally(() => {
      this.#firstLook = undefined;
    });
    this.#firstLook.then(answer, (error) => callback(error, '', 0));
  };

  close(): void {
    clearInterval(this.#timer);
  }

  #allowed(addresses: readonly string[]): readonly string[] {
    const { addressAllowed } = this.#options;
    const allowed = addressAllowed === undefined ? addresses : addresses.filter(addressAllowed);
    if (allowed.length > 0) return allowed;
    throw Object.assign(
      new Error(`\`${this.hostname}\` is not an address that may be connected to; allow it if it is meant`),
      { code: 'ADDRESS_NOT_ALLOWED' },
    );
  }
}
