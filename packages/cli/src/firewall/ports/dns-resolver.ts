// Resolves host names with the resolver of the system, for policies with `[egress] resolve`.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FirewallOptions } from '@claw/pipeline';

type DnsResolver = NonNullable<FirewallOptions['dns']>;

/**
 * Creates the resolver. A name that does not exist has no addresses; any other failure throws, so that the call is
 * denied.
 */
export const createDnsResolver = (lookupAll = lookupInSystem): DnsResolver => ({
  async resolve(host) {
    const name = host.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0) return [name];
    try {
      return await lookupAll(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw new Error(`DNS lookup of \`${name.slice(0, 100)}\` failed (${code ?? 'unknown'})`);
    }
  },
});

/** A resolver without results, for decisions that must not depend on the network. */
export const noDns: DnsResolver = { resolve: () => [] };

const lookupInSystem = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);
