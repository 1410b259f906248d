// Decides to which addresses the gateway may connect. Proxies are created over the network, so their URLs must not
// refer to the private network of the gateway unless the operator allows it.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { isPublicAddress } from '@claw/proxy-http';
import { type AddressRange, containsAddress } from '../config/address-range.js';

export interface AddressRules {
  /** True if a connection for a URL may use an address. */
  allows(url: URL, address: string): boolean;
  /**
   * Returns the reason why a URL must not be used; undefined if it may be used. The addresses of a name that does not
   * resolve now are checked when a connection is made.
   */
  check(url: string): Promise<string | undefined>;
}

type Resolve = (hostname: string) => Promise<readonly string[]>;

const resolveInSystem: Resolve = async (hostname) =>
  (await lookup(hostname, { all: true })).map(({ address }) => address);

/** Creates the rules. `allowed` contains private addresses that may be used. */
export function createAddressRules(
  allowed: readonly AddressRange[],
  resolve = resolveInSystem,
): AddressRules {
  const hosts = allowed.filter((entry) => entry.kind === 'host');
  const howToAllow = (url: URL): string =>
    allowed.length === 0
      ? `add \`allow_private_upstreams = ["${url.host}"]\` to \`gateway.toml\`, before its first table`
      : `add \`"${url.host}"\` to \`allow_private_upstreams\` in \`gateway.toml\``;
  const isInRange = containsAddress(allowed);
  const allows = (url: URL, address: string): boolean =>
    isPublicAddress(address) ||
    isInRange(address) ||
    hosts.some(({ host, port = portOf(url) }) => host === nameOf(url) && port === portOf(url));
  return {
    allows,
    async check(text) {
      const url = new URL(text);
      const name = nameOf(url);
      const addresses = isIP(name) === 0 ? await resolve(name).catch(() => []) : [name];
      return addresses.every((address) => allows(url, address))
        ? undefined
        : `resolves to a private address; to allow it, ${howToAllow(url)}, and restart the gateway`;
    },
  };
}

const nameOf = ({ hostname }: URL): string => hostname.replace(/^\[|\]$/g, '').toLowerCase();
const portOf = ({ protocol, port }: URL): number => Number(port || (protocol === 'https:' ? 443 : 80));
