// The callers of the data plane.

import type { Scopes } from '@claw/auth';
import type { Identity } from '@claw/proxy-http';

/** Who calls a proxy. `identity` is what policies, limits and the audit log call it. */
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
      /** Seconds since 1970. */
      readonly expires: number;
      readonly token: string;
    };

/** The caller that `identify` made an identity of. */
export const callerOf = (identity: Identity | undefined): GatewayCaller | undefined =>
  identity?.claims as GatewayCaller | undefined;
