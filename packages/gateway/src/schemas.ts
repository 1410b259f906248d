// The schemas of the admin API and of `gateway.toml`. Unknown fields are errors, so that a misspelled field such as
// `authTyp` does not leave a proxy without authentication.

import * as z from 'zod';

const text = (max: number) => z.string().min(1).max(max);

/**
 * A name without line breaks and without marks that reverse text. Names are shown in logs and lists, where they could
 * imitate another entry.
 */
const label = (max: number) =>
  text(max).regex(/^[^\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]*$/u, 'must not contain control characters');

/** A token that is sent in a header. A line break or a non-ASCII letter in it would make every call fail. */
const bearer = text(16 * 1024).regex(
  /^[!-~]+$/,
  'must consist of visible ASCII characters, without spaces or line breaks',
);

/** A text that is part of a URL; it contains only characters that need no encoding in a URL. */
const name = text(64).regex(
  /^[a-z0-9][a-z0-9._-]*$/i,
  'must consist of letters, digits, `.`, `_` and `-`, beginning with a letter or digit',
);

const httpUrl = text(2048).refine(
  isHttpUrl,
  'must be an http or https URL without user name, password or fragment',
);

/** `URL` ignores line breaks and spaces around a URL, but logs and lists would show them. */
const isVisible = (value: string): boolean => /^[^\s\p{C}]+$/u.test(value);

function isHttpUrl(value: string): boolean {
  if (!isVisible(value) || !URL.canParse(value)) return false;
  const { protocol, username, password, hash } = new URL(value);
  return (protocol === 'https:' || protocol === 'http:') && username === '' && password === '' && hash === '';
}

const upstreamJwt = z.strictObject({
  tokenUrl: httpUrl,
  clientId: text(512),
  /** This field cannot be read with the API. */
  clientSecret: text(4096).optional(),
  audience: text(512).optional(),
  scope: text(1024).optional(),
});

/** The credentials with which a token is requested before they are saved; the secret is required. */
export const upstreamJwtTest = upstreamJwt.required({ clientSecret: true });

const auth = z
  .strictObject({
    modes: z
      .array(z.enum(['aifw_api_key', 'jwt']))
      .min(1)
      .max(2)
      .default(['aifw_api_key']),
    jwksJson: text(256 * 1024).optional(),
    audience: text(512).optional(),
    issuer: text(512).optional(),
    injectIdentity: z.boolean().optional(),
    upstreamJwt: upstreamJwt.optional(),
  })
  .refine(({ modes }) => new Set(modes).size === modes.length, {
    path: ['modes'],
    error: 'names a mode twice',
  })
  .refine(({ modes, jwksJson }) => !modes.includes('jwt') || jwksJson !== undefined, {
    path: ['jwksJson'],
    error: 'is required for the mode `jwt`',
  })
  .refine(({ upstreamJwt: token, injectIdentity }) => token === undefined || injectIdentity === true, {
    path: ['injectIdentity'],
    error: 'must be true for `upstreamJwt` to be used',
  });

const proxyFields = {
  name,
  url: httpUrl,
  authType: z.enum(['none', 'bearer', 'forward_client_jwt']),
  /** This field cannot be read with the API. */
  authToken: bearer,
  auth,
};

/** The body of `POST /api/mcp`. */
export const newProxy = z
  .strictObject({
    ...proxyFields,
    authType: proxyFields.authType.default('none'),
    authToken: proxyFields.authToken.optional(),
    auth: auth.default({ modes: ['aifw_api_key'] }),
  })
  .refine(({ authType, authToken }) => authType !== 'bearer' || authToken !== undefined, {
    path: ['authToken'],
    error: 'is required for `authType` `bearer`',
  })
  .refine(({ authType, authToken }) => authType === 'bearer' || authToken === undefined, {
    path: ['authToken'],
    error: 'is used with `authType` `bearer` only',
  })
  .refine(
    ({ authType, auth: inbound }) => authType !== 'forward_client_jwt' || inbound.modes.includes('jwt'),
    {
      path: ['auth', 'modes'],
      error: 'must include `jwt` for `authType` `forward_client_jwt`',
    },
  );

/** The body of `PATCH /api/mcp/:id`. Dependencies between fields are checked after the changes are merged. */
export const proxyChanges = z.strictObject(proxyFields).partial();

/** The body of `POST /api/keys`. */
export const newKey = z.strictObject({
  name: label(128),
  tags: z
    .array(
      text(2048).regex(
        /^mcp:[^:\s]+:(?:tool|resource):\P{Cc}+$/u,
        'must be `mcp:ID:tool:NAME` or `mcp:ID:resource:URI`, with `*` for all',
      ),
    )
    .max(1000)
    .default([]),
});

const resourceFields = {
  uri: text(2048).refine((uri) => isVisible(uri) && URL.canParse(uri), 'must be an absolute URI'),
  name: label(256),
  mimeType: text(128).regex(/^[\w.+-]+\/[\w.+-]+(?:;.*)?$/, 'must be a MIME type such as `text/markdown`'),
  content: z.string().max(1024 * 1024),
  attachedMcpIds: z.array(text(64)).max(1000),
};

/** The body of `POST /api/resources`. */
export const newResource = z.strictObject({
  ...resourceFields,
  mimeType: resourceFields.mimeType.optional(),
  attachedMcpIds: resourceFields.attachedMcpIds.default([]),
});

/** The body of `PATCH /api/resources/:id`. */
export const resourceChanges = z.strictObject(resourceFields).partial();

export type NewProxy = z.infer<typeof newProxy>;
export type ProxyChanges = z.infer<typeof proxyChanges>;
export type UpstreamJwtTest = z.infer<typeof upstreamJwtTest>;
