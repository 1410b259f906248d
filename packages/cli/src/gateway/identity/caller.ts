// Defines the callers of the data plane.

import type { Scopes } from '@claw/auth';
import type { Identity } from '@claw/proxy-http';

/** The caller of a proxy. Policies, limits and the audit log use its `identity`. */
export type GatewayCaller =
  | {
      readonly kind: 'api_key';
      readonly identity: string;
      readonly keyId: string;
      readonly keyName: string;
      readonly hash: string;
      readonly scopes: Scopes;
    }
  | {
      readonly kind: 'jwt';
      readonly identity: string;
      readonly subject: string;
      readonly issuer: string | undefined;
      /** The expiry in seconds since 1970. */
      readonly expires: number;
      readonly token: string;
    };

/** Converts an identity that `identify` has created to a caller. */
export const callerOf = (identity: Identity | undefined): GatewayCaller | undefined =>
  identity?.claims as GatewayCaller | undefined;
