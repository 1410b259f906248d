// The settings of a gateway and the records that its file declares, as the rest of the program uses them.

import type { AddressRange } from './address-range.js';
import type { ListenAddress } from './listen.js';

/** Environment variables. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** A proxy as the body of `POST /api/mcp`, with its rules. Secrets are already read from the environment. */
export interface DeclaredProxy {
  readonly id: string;
  readonly proxy: Readonly<Record<string, unknown>>;
  readonly rules: readonly unknown[];
}

export interface DeclaredResource {
  readonly id: string;
  readonly resource: Readonly<Record<string, unknown>>;
}

export interface DeclaredKey {
  readonly id: string;
  readonly hash: string;
  readonly tags: readonly string[];
}

/** The records that a file declares. Their ids are their names, so every node creates the same ones. */
export interface Declaration {
  readonly proxies: readonly DeclaredProxy[];
  readonly resources: readonly DeclaredResource[];
  readonly keys: readonly DeclaredKey[];
}

export interface GatewayConfig {
  readonly listen: ListenAddress;
  /** Files in PEM, with absolute paths. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
  /** The URL under which callers reach the gateway, when it is not the address it listens on. */
  readonly publicUrl?: string | undefined;
  readonly redis?: string | undefined;
  readonly allowPrivateUpstreams: readonly AddressRange[];
  readonly onStoreFailure: 'deny' | 'allow';
  readonly quotas: { readonly proxies?: number | undefined };
  readonly telemetry: { readonly tracesUrl?: string | undefined; readonly serviceName?: string | undefined };
  readonly declared: Declaration;
}
