// Decides to which addresses a login may connect. A public server must not redirect us to the private network; a
// private server may have a private OAuth provider.

import { lookup } from 'node:dns/promises';
import { BlockList, isIP } from 'node:net';
import type { NetworkOptions } from '@claw/auth';
import { isPublicAddress } from '@claw/proxy-http';

/** Addresses at which there is never an authorization server: reserved addresses and cloud metadata services. */
const never = new BlockList();
never.addSubnet('0.0.0.0', 8, 'ipv4');
never.addSubnet('169.254.0.0', 16, 'ipv4');
never.addSubnet('224.0.0.0', 3, 'ipv4');
never.addAddress('::', 'ipv6');
never.addAddress('fd00:ec2::254', 'ipv6');
never.addSubnet('fe80::', 10, 'ipv6');
never.addSubnet('ff00::', 8, 'ipv6');

/** The strictest rule, which is used if the address of the server is unknown. */
export const publicOnly: NetworkOptions = { addressAllowed: isPublicAddress };

export async function networkFor(server: URL): Promise<NetworkOptions> {
  const name = server.hostname.replace(/^\[|\]$/g, '');
  const addresses = isIP(name) === 0 ? await addressesOf(name) : [name];
  return addresses.every(isPublicAddress) ? publicOnly : { addressAllowed: isUsual };
}

const isUsual = (address: string): boolean => {
  const [, mapped] = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address) ?? [];
  const plain = mapped ?? address;
  return !never.check(plain, isIP(plain) === 4 ? 'ipv4' : 'ipv6');
};

async function addressesOf(name: string): Promise<readonly string[]> {
  try {
    return (await lookup(name, { all: true })).map(({ address }) => address);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`the name \`${name}\` does not resolve (${code}); check the URL and the network`);
  }
}
