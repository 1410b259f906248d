// The records of a gateway. Their field names are those of the REST API; secrets are stored separately.

/** The ways in which a caller can authenticate to a proxy. */
export type AuthMode = 'aifw_api_key' | 'jwt';

/** OAuth2 client credentials with which the gateway gets tokens for the upstream server. */
export interface UpstreamJwt {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
}

/** How callers authenticate, and which identity the upstream server receives. */
export interface ProxyAuth {
  readonly modes: readonly AuthMode[];
  readonly jwksJson?: string | undefined;
  readonly audience?: string | undefined;
  readonly issuer?: string | undefined;
  readonly injectIdentity?: boolean | undefined;
  readonly upstreamJwt?: UpstreamJwt | undefined;
}

/** A tool as the upstream server last declared it. */
export interface DiscoveredTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

/** The origin of a record; records without it were created over the API. */
interface Declarable {
  /** `file`: the record is declared in `gateway.toml` and can be changed only there. */
  readonly source?: 'file' | undefined;
}

/** The values that the creator of a record sets: its id (random by default) and its origin. */
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

/** An API key for the data plane. Only the hash of the key is stored. */
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

/** A token for the admin API. It is never valid on the data plane. */
export interface AdminToken {
  readonly name: string;
  readonly hash: string;
  readonly createdAt: string;
}
