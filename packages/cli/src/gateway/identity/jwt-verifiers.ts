// Creates the JWT verifiers for all proxies. Each verifier is created once for its keys, audience and issuer.

import { checkJwks, createJwtVerifier, type JwtVerdict, type JwtVerifier } from '@claw/auth';
import type { ProxyAuth, ProxyRecord } from '@claw/gateway';

export interface JwtVerifiers {
  verify(proxy: ProxyRecord, token: string): Promise<JwtVerdict>;
}

const UNUSABLE: JwtVerdict = { ok: false, reason: 'the keys of the proxy cannot be used' };

export function createJwtVerifiers(now: () => number): JwtVerifiers {
  // The settings object stays the same until the proxy changes. Then the old object and its verifier are
  // garbage-collected.
  const verifiers = new WeakMap<ProxyAuth, JwtVerifier>();
  return {
    async verify({ auth }, token) {
      let verifier = verifiers.get(auth);
      if (verifier === undefined) {
        const { jwksJson, audience, issuer } = auth;
        if (jwksJson === undefined) return UNUSABLE;
        // An earlier version may have stored keys that are too weak now.
        verifier = checkJwks(jwksJson).ok
          ? createJwtVerifier({ jwksJson, audience, issuer, now })
          : async () => UNUSABLE;
        verifiers.set(auth, verifier);
      }
      return verifier(token);
    },
  };
}
