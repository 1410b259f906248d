// Where names lead, for policies that want to know (`[egress] resolve`): asked of the system, as whoever connects will.

import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { FirewallOptions } from '@claw/pipeline';

type NameResolver = NonNullable<FirewallOptions['names']>;

/** The system's word on names. A name that does not exist leads nowhere; whatever else goes wrong is an error, and refuses the call. */
export const createNameResolver = (ask = askSystem): NameResolver => ({
  async addresses(host) {
    const name = host.replace(/^\[|\]$/g, '');
    if (isIP(name) !== 0) return [name];
    try {
      return await ask(name);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (code === 'ENOTFOUND' || code === 'ENODATA') return [];
      throw new Error(`\`${name.slice(0, 100)}\` cannot be looked up (${code ?? 'unknown'})`);
    }
  },
});

/** For decisions that must not depend on where they are made: no name leads anywhere that it does not say itself. */
export const noNames: NameResolver = { addresses: () => [] };

const askSystem = async (name: string): Promise<readonly string[]> =>
  (await lookup(name, { all: true })).map(({ address }) => address);
