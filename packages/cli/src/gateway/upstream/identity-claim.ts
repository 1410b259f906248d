// Creates the identity of a caller for the upstream server, in `params._meta.aifw`.

import type { GatewayCaller } from '../identity/caller.js';

/** Returns the identity, with the token of the caller for the upstream server if there is one. */
export function identityClaim(caller: GatewayCaller, upstreamJwt: string | undefined): object {
  if (caller.kind === 'jwt') {
    const { subject, issuer, token } = caller;
    return { type: 'jwt', sub: subject, ...(issuer !== undefined && { iss: issuer }), jwt: token };
  }
  const { keyId, keyName } = caller;
  return {
    type: 'api_key',
    id: keyId,
    name: keyName,
    ...(upstreamJwt !== undefined && { jwt: upstreamJwt }),
  };
}
