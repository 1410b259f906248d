// Ends a login: deletes the stored tokens and revokes them at the authorization server.

import type { AuthError } from './errors.js';
import type { Login } from './login-record.js';
import type { Logins } from './logins.js';
import { createNetwork, type NetworkOptions } from './network.js';
import { revokeToken } from './token-endpoint.js';

export interface LogoutResult {
  /** True if the tokens were revoked; undefined if the authorization server does not support revocation. */
  readonly revoked: boolean | undefined;
  /** The reason why the tokens could not be revoked. */
  readonly error?: string;
}

/** Ends a login. The stored tokens are deleted even if they cannot be revoked. */
export async function logOut(login: Login, logins: Logins, options?: NetworkOptions): Promise<LogoutResult> {
  await logins.remove(login.server);
  const { issuer, revocationEndpoint, client, tokens } = login;
  if (revocationEndpoint === undefined) return { revoked: undefined };
  const authorizationServer = { issuer, revocation_endpoint: revocationEndpoint };
  const network = createNetwork(options);
  try {
    // The refresh token is revoked first, because it can be exchanged for new access tokens.
    for (const token of [tokens.refreshToken, tokens.accessToken])
      if (token !== undefined) await revokeToken(authorizationServer, client, token, network);
    return { revoked: true };
  } catch (error) {
    return { revoked: false, error: (error as AuthError).message };
  }
}
