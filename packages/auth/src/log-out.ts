// Ends a login: takes the tokens back at the provider, and forgets them here in any case.

import type { AuthError } from './errors.js';
import { revokeToken } from './grant.js';
import type { Login } from './login-record.js';
import type { Logins } from './logins.js';
import { createNetwork, type NetworkOptions } from './network.js';

export interface LoggedOut {
  /** Whether the provider was told; undefined when it offers no way to. */
  readonly revoked: boolean | undefined;
  /** Why it could not be told. */
  readonly problem?: string;
}

/** Forgets a login. The tokens are gone from here even when the provider cannot be reached. */
export async function logOut(login: Login, logins: Logins, options?: NetworkOptions): Promise<LoggedOut> {
  await logins.remove(login.server);
  const { issuer, revocationEndpoint, client, tokens } = login;
  if (revocationEndpoint === undefined) return { revoked: undefined };
  const provider = { issuer, revocation_endpoint: revocationEndpoint };
  const network = createNetwork(options);
  try {
    // The refresh token first: with it new access tokens could be had.
    for (const token of [tokens.refreshToken, tokens.accessToken])
      if (token !== undefined) await revokeToken(provider, client, token, network);
    return { revoked: true };
  } catch (error) {
    return { revoked: false, problem: (error as AuthError).message };
  }
}
