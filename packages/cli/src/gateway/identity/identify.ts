// Authenticates requests to the data plane according to the type of their token. Callers must not find out which
// proxies exist. So requests for an unknown proxy get the same response as requests for a proxy that the key has no
// tag for, and the response to an invalid token does not depend on whether the proxy exists.

import { hashApiKey, readScopes, tokenKind } from '@claw/auth';
import type { ApiKey, ProxyRecord } from '@claw/gateway';
import type { Authenticate, Identity, Rejection } from '@claw/proxy-http';
import { readPath } from '../proxies/paths.js';
import { findProxy, type GatewayRecords } from '../records/gateway-records.js';
import type { GatewayCaller } from './caller.js';
import type { JwtVerifiers } from './jwt-verifiers.js';

const unauthorized = (reason: string, challenge = 'Bearer realm="clawdefender"'): Rejection => ({
  status: 401,
  reason,
  headers: ['WWW-Authenticate', challenge],
});

const MISSING = unauthorized('send an API key or a JWT: `Authorization: Bearer TOKEN`');
const INVALID = unauthorized(
  'the token is not accepted here',
  'Bearer realm="clawdefender", error="invalid_token"',
);
const EXPIRED = unauthorized(
  'the token has expired',
  'Bearer realm="clawdefender", error="invalid_token", error_description="the token has expired"',
);
/** The same text as for an unknown path. */
const NOTHING_HERE: Rejection = { status: 404, reason: 'no MCP endpoint at this path' };

/** The maximum length of a token. Longer tokens are never valid, so they are not hashed. */
const MAX_TOKEN = 16 * 1024;

export function createIdentify(records: () => GatewayRecords, verifiers: JwtVerifiers): Authenticate {
  const identities = createKeyIdentities();
  return ({ headers, path }) => {
    const token = readToken(headers.authorization, headers['x-api-key']);
    if (token === undefined) return MISSING;
    if (token.length > MAX_TOKEN) return INVALID;
    const place = readPath(path);
    const proxy = place && findProxy(records(), place.proxy);
    if (tokenKind(token) === 'jwt') return identifyByJwt(token, proxy, verifiers);
    return identifyByKey(records().keysByHash.get(hashApiKey(token)), proxy, identities);
  };
}

function readToken(authorization: string | undefined, apiKey: string | string[] | undefined) {
  if (authorization !== undefined) return /^Bearer +(\S+) *$/i.exec(authorization)?.[1];
  return typeof apiKey === 'string' && apiKey !== '' ? apiKey : undefined;
}

function identifyByKey(
  key: ApiKey | undefined,
  proxy: ProxyRecord | undefined,
  identities: KeyIdentities,
): Identity | Rejection {
  if (key === undefined) return INVALID;
  const identity = proxy && identities(key, proxy.id);
  if (proxy === undefined || identity === undefined) return NOTHING_HERE;
  return proxy.auth.modes.includes('aifw_api_key') ? identity : INVALID;
}

/** Returns the identity of a key for a proxy; undefined if the key has no tag for the proxy. */
type KeyIdentities = (key: ApiKey, proxyId: string) => Identity | undefined;

/** Creates each identity only once. */
function createKeyIdentities(): KeyIdentities {
  // The record of a key stays the same object until it changes. Then the old object and its identities are
  // garbage-collected.
  const known = new WeakMap<ApiKey, Map<string, Identity | undefined>>();
  return (key, proxyId) => {
    let ofKey = known.get(key);
    if (ofKey === undefined) {
      ofKey = new Map();
      known.set(key, ofKey);
    }
    // INVARIANT: `proxyId` is the id of a record, so the number of entries is limited.
    if (!ofKey.has(proxyId)) ofKey.set(proxyId, createKeyIdentity(key, proxyId));
    return ofKey.get(proxyId);
  };
}

function createKeyIdentity({ id, name, hash, tags }: ApiKey, proxyId: string): Identity | undefined {
  const scopes = readScopes(tags, proxyId);
  if (!scopes.isKnown) return undefined;
  // Names can be reused, so the id is part of the identity. An id contains no slash.
  const identity = `key:${id}/${name}`;
  return asIdentity({ kind: 'api_key', identity, keyId: id, keyName: name, hash, scopes });
}

async function identifyByJwt(
  token: string,
  proxy: ProxyRecord | undefined,
  verifiers: JwtVerifiers,
): Promise<Identity | Rejection> {
  if (proxy === undefined || !proxy.auth.modes.includes('jwt')) return INVALID;
  const verdict = await verifiers.verify(proxy, token);
  // The reason is returned only for expired tokens, whose signature was valid.
  if (!verdict.ok) return verdict.reason === 'the token has expired' ? EXPIRED : INVALID;
  const { iss, exp } = verdict.claims;
  const issuer = typeof iss === 'string' ? iss : undefined;
  const { subject } = verdict;
  const identity = nameJwtCaller(proxy.id, issuer, subject);
  if (identity === undefined) return INVALID;
  return asIdentity({ kind: 'jwt', identity, subject, issuer, expires: exp ?? 0, token });
}

/**
 * Names the caller of a JWT in the policy, in limits and in the audit log, which all proxies share. The same subject of
 * another issuer is another caller. Only the keys of its proxy vouch for a token without an issuer. The encoded parts
 * contain no slash and no colon, so no two callers have the same name.
 */
function nameJwtCaller(proxyId: string, issuer: string | undefined, subject: string): string | undefined {
  try {
    const authority = issuer === undefined ? `proxy:${proxyId}` : encodeURIComponent(issuer);
    return `jwt:${authority}/${encodeURIComponent(subject)}`;
  } catch {
    // A claim with half a surrogate pair has no UTF-8 form.
    return undefined;
  }
}

const asIdentity = (caller: GatewayCaller): Identity => ({ id: caller.identity, claims: caller });
