// Defines what is shown about a login: server, client and expiry, but never a token.

import type { Login } from '@claw/auth';

export interface LoginItem {
  readonly server: string;
  readonly issuer: string;
  readonly scope: string | null;
  /**
   * `over`: the login has ended, and a new login is needed. `expired`: the access token will be refreshed with the next
   * call.
   */
  readonly state: 'valid' | 'expired' | 'over';
  readonly expires_at: string | null;
  readonly renewable: boolean;
}

export function itemOf({ server, issuer, tokens, endedReason }: Login, now: number): LoginItem {
  const { expiresAt, refreshToken, scope = null } = tokens;
  const renewable = refreshToken !== undefined && endedReason === undefined;
  const expired = expiresAt !== undefined && expiresAt <= now;
  const ended = endedReason !== undefined || (expired && !renewable);
  return {
    server,
    issuer,
    scope,
    state: ended ? 'over' : expired ? 'expired' : 'valid',
    expires_at: expiresAt === undefined ? null : new Date(expiresAt).toISOString(),
    renewable,
  };
}
