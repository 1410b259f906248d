// Converts the fields of the proxy form to a request. Secrets are sent only if the user has entered them.

import type { AuthType, GatewayProxy } from '../../api/gateway-types.js';

export interface ProxyFields {
  readonly name: string;
  readonly url: string;
  readonly authType: AuthType;
  readonly authToken: string;
  readonly acceptsKeys: boolean;
  readonly acceptsJwt: boolean;
  readonly jwksJson: string;
  readonly issuer: string;
  readonly audience: string;
  readonly injectIdentity: boolean;
  readonly usesUpstreamJwt: boolean;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly upstreamAudience: string;
  readonly scope: string;
}

export const fieldsOf = (proxy: GatewayProxy | undefined): ProxyFields => ({
  name: proxy?.name ?? '',
  url: proxy?.url ?? '',
  authType: proxy?.authType ?? 'none',
  authToken: '',
  acceptsKeys: proxy?.auth.modes.includes('aifw_api_key') ?? true,
  acceptsJwt: proxy?.auth.modes.includes('jwt') ?? false,
  jwksJson: proxy?.auth.jwksJson ?? '',
  issuer: proxy?.auth.issuer ?? '',
  audience: proxy?.auth.audience ?? '',
  injectIdentity: proxy?.auth.injectIdentity ?? false,
  usesUpstreamJwt: proxy?.auth.upstreamJwt !== undefined,
  tokenUrl: proxy?.auth.upstreamJwt?.tokenUrl ?? '',
  clientId: proxy?.auth.upstreamJwt?.clientId ?? '',
  clientSecret: '',
  upstreamAudience: proxy?.auth.upstreamJwt?.audience ?? '',
  scope: proxy?.auth.upstreamJwt?.scope ?? '',
});

/** Returns the members that contain text; empty members are omitted. */
const given = (members: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter(([, text]) => text.trim() !== ''));

export const tokenRequestOf = (fields: ProxyFields): Record<string, string> =>
  given({
    tokenUrl: fields.tokenUrl,
    clientId: fields.clientId,
    clientSecret: fields.clientSecret,
    audience: fields.upstreamAudience,
    scope: fields.scope,
  });

export const bodyOf = (fields: ProxyFields): object => ({
  name: fields.name,
  url: fields.url,
  authType: fields.authType,
  ...(fields.authType === 'bearer' && given({ authToken: fields.authToken })),
  auth: {
    modes: [...(fields.acceptsKeys ? ['aifw_api_key'] : []), ...(fields.acceptsJwt ? ['jwt'] : [])],
    ...(fields.acceptsJwt &&
      given({ jwksJson: fields.jwksJson, issuer: fields.issuer, audience: fields.audience })),
    ...(fields.injectIdentity && { injectIdentity: true }),
    ...(fields.injectIdentity && fields.usesUpstreamJwt && { upstreamJwt: tokenRequestOf(fields) }),
  },
});
