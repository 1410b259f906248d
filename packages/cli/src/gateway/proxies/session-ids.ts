// Ids of sessions and events for callers: the id of the upstream with a signature that binds it to proxy and
// caller. The upstream knows only the gateway, so without the signature a caller could use the session of another
// caller, or resume its stream. Every node can verify it without storing anything.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionIds } from '@claw/proxy-http';

const SEPARATOR = '~';

/** The first key signs, all of them are accepted. `purpose`: an id is valid for one purpose only. */
export function createSessionIds(
  keys: readonly Uint8Array[],
  proxyId: string,
  purpose: 'session' | 'event',
): SessionIds {
  const [current = new Uint8Array()] = keys;
  const sign = (key: Uint8Array, id: string, caller: string): string =>
    createHmac('sha256', key)
      .update(JSON.stringify([purpose, proxyId, caller, id]))
      .digest('base64url');
  return {
    seal: (id, identity) => `${id}${SEPARATOR}${sign(current, id, identity?.id ?? '')}`,
    open(sealed, identity) {
      const end = sealed.lastIndexOf(SEPARATOR);
      if (end === -1) return undefined;
      const id = sealed.slice(0, end);
      const given = Buffer.from(sealed.slice(end + 1));
      const isSignedWith = (key: Uint8Array): boolean => {
        const expected = Buffer.from(sign(key, id, identity?.id ?? ''));
        return given.length === expected.length && timingSafeEqual(given, expected);
      };
      return keys.some(isSignedWith) ? id : undefined;
    },
  };
}
