// Defines the types of the gateway API.

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

/** `file`: the record is declared in `gateway.toml` and can be changed only there. */
type Source = 'api' | 'file';
export type AuthMode = 'aifw_api_key' | 'jwt';
export type AuthType = 'none' | 'bearer' | 'forward_client_jwt';

export interface UpstreamJwt {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly audience?: string | undefined;
  readonly scope?: string | undefined;
}

export interface GatewayTool {
  readonly name: string;
  readonly description?: string | undefined;
  readonly inputSchema?: unknown;
}

export interface GatewayProxy {
  readonly id: string;
  readonly name: string;
  readonly url: string;
  readonly authType: AuthType;
  readonly auth: {
    readonly modes: readonly AuthMode[];
    readonly jwksJson?: string | undefined;
    readonly audience?: string | undefined;
    readonly issuer?: string | undefined;
    readonly injectIdentity?: boolean | undefined;
    readonly upstreamJwt?: UpstreamJwt | undefined;
  };
  readonly tools: readonly GatewayTool[];
  readonly proxyHost: string;
  readonly createdAt: string;
  readonly source: Source;
}

export interface DnsPin {
  readonly address: string;
  readonly resolvedAt: string;
}

export interface GatewayKey {
  readonly id: string;
  readonly name: string;
  readonly tags: readonly string[];
  readonly createdAt: string;
  readonly source: Source;
}

export interface GatewayResource {
  readonly id: string;
  readonly uri: string;
  readonly name: string;
  readonly mimeType?: string | undefined;
  readonly content: string;
  readonly attachedMcpIds: readonly string[];
  readonly createdAt: string;
  readonly source: Source;
}

export interface GatewayBan {
  readonly id: string;
  readonly rule: string;
  readonly caller: string;
  readonly proxyId: string | null;
  readonly until: string;
}

export type GatewayRule = Readonly<Record<string, unknown>> & {
  readonly rule_type: string;
  readonly tools: readonly string[];
};

export type JwksCheck =
  | {
      readonly ok: true;
      readonly keys: readonly {
        readonly kid?: string | undefined;
        readonly kty: string;
        readonly alg?: string | undefined;
      }[];
    }
  | { readonly ok: false; readonly problem: string };

export type TokenCheck =
  | { readonly ok: true; readonly tokenType: string; readonly expiresIn?: number | undefined }
  | { readonly ok: false; readonly problem: string };
