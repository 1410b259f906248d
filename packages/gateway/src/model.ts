// The records of a gateway. Field names are those of the REST API; secrets are stored apart and appear in no record.

/** How a caller identifies itself to a proxy. */
export type AuthMode = 'aifw_api_key' | 'jwt';

/** OAuth2 client credentials with which the gateway gets tokens for the upstream server. */
export interface UpstreamJwt {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
}

/** How callers are identified, and what the upstream server learns of them. */
export interface ProxyAuth {
  readonly modes: readonly AuthMode[];
  readonly jwksJson?: string | undefined;
  readonly audience?: string | undefined;
  readonly issuer?: string | undefined;
  readonly injectIdentity?: boolean | undefined;
  readonly upstreamJwt?: UpstreamJwt | undefined;
}

/** A tool as the upstream server declared it when it was last asked. */
export interface DiscoveredTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/** Where a record comes from; records without it were created over the API. */
interface Declarable {
  /** `file`: declared in `gateway.toml`, which alone may change it. */
  readonly source?: 'file' | undefined;
}

/** What the creator of a record decides: its id, by default one that nobody can guess, and who owns the record. */
export interface RecordOrigin extends Declarable {
  readonly id?: string;
}

/** An upstream server behind the gateway. */
export interface ProxyRecord extends Declarable {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly authType: 'none' | 'bearer' | 'forward_client_jwt';
  readonly auth: ProxyAuth;
  readonly tools: readonly DiscoveredTool[];
  readonly createdAt: string;
}

/** An API key of the data plane. Only the hash of the key is stored. */
export interface ApiKey extends Declarable {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly hash: string;
  readonly createdAt: string;
}

/** Content that proxies serve without their upstream servers. */
export interface Resource extends Declarable {
  readonly id: string;
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly content: string;
  readonly attachedMcpIds: readonly string[];
  readonly createdAt: string;
}

/** A token of the admin API. It is never valid on the data plane. */
export interface AdminToken {
  readonly name: string;
  readonly hash: string;
  readonly createdAt: string;
}
