// Defines the settings of a gateway and the records that its file declares.

import type { Declaration } from '@claw/gateway';
import type { Diagnostic, Problem } from '@claw/policy';
import type { AddressRange } from './address-range.js';
import type { ListenAddress } from './listen.js';

export type Variables = Readonly<Record<string, string | undefined>>;

/** The records that a file declares, with the positions of their fields in the file. */
export interface DeclaredRecords extends Declaration {
  readonly file: string;
  readonly locate: (problems: readonly Problem[]) => Promise<readonly Diagnostic[]>;
}

export interface GatewayConfig {
  readonly listen: ListenAddress;
  /** The TLS files in PEM format, with absolute paths. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** The port of the dashboard on 127.0.0.1; undefined without a dashboard. */
  readonly dashboard?: number | undefined;
  readonly redis?: string | undefined;
  readonly allowPrivateUpstreams: readonly AddressRange[];
  /** The load balancers whose `X-Forwarded-For` header is trusted. */
  readonly trustedProxies: readonly AddressRange[];
  readonly onStoreFailure: 'deny' | 'allow';
  readonly quotas: { readonly proxies?: number | undefined };
  /** The declared records. Undefined without a file; then records that were declared earlier are kept. */
  readonly declared: DeclaredRecords | undefined;
}
