// Creates the ids of sessions and events for callers: the id of the upstream server with a signature that binds it to
// the proxy and the caller. The upstream server cannot distinguish callers, so without the signature a caller could use
// the session of another caller or resume its stream. Every node can verify the signature without stored state.

import { createHmac, timingSafeEqual } from 'node:crypto';
import type { SessionIds } from '@claw/proxy-http';

const SEPARATOR = '~';

/** Creates signed ids. The first key signs, and all keys are accepted. An id is valid for one `purpose` only. */
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
