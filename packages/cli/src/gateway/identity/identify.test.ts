// Tests the identities of callers, which policies, limits and the audit log of all proxies share.

import { hashApiKey } from '@claw/auth';
import type { ProxyRecord } from '@claw/gateway';
import type { Identity } from '@claw/proxy-http';
import { expect, test } from 'vitest';
import type { GatewayRecords } from '../records/gateway-records.js';
import { createIdentify } from './identify.js';

const recordOf = (id: string): ProxyRecord =>
  ({
    id,
    name: id,
    url: 'https://mcp.example.com',
    auth: { modes: ['jwt'], issuer: 'a' },
  }) as unknown as ProxyRecord;
const proxies = ['one', 'two'].map(recordOf);
const records = {
  keysByHash: new Map(),
  proxies: new Map(proxies.map((proxy) => [proxy.id, proxy])),
  proxyIds: new Map(),
} as unknown as GatewayRecords;

/** Returns the identity for verified claims. */
async function identityOf(proxy: string, claims: { sub: string; iss?: string }) {
  const verdict = { ok: true, subject: claims.sub, claims } as const;
  const identify = createIdentify(() => records, { verify: async () => verdict });
  const headers = { authorization: 'Bearer a.b.c' };
  const found = (await identify({ headers, path: `/mcp/${proxy}` } as Parameters<typeof identify>[0])) as
    | Identity
    | { status: number };
  return 'id' in found ? found.id : found.status;
}

const cases: readonly (readonly [string, { sub: string; iss?: string }, string | number])[] = [
  ['the issuer and the subject', { iss: 'https://idp', sub: 'alice' }, 'jwt:https%3A%2F%2Fidp/alice'],
  ['a subject with a slash', { iss: 'a', sub: 'b/c' }, 'jwt:a/b%2Fc'],
  ['an issuer with a slash', { iss: 'a/b', sub: 'c' }, 'jwt:a%2Fb/c'],
  ['no issuer', { sub: 'alice' }, 'jwt:proxy:one/alice'],
  ['an issuer that looks like a proxy', { iss: 'proxy:one', sub: 'alice' }, 'jwt:proxy%3Aone/alice'],
  ['an empty issuer', { iss: '', sub: 'alice' }, 'jwt:/alice'],
  ['half a surrogate pair', { iss: 'a', sub: 'alice\ud800' }, 401],
];
for (const [name, claims, expected] of cases)
  test(`the identity of a JWT: ${name}`, async () => {
    expect(await identityOf('one', claims)).toBe(expected);
  });

test('a token without an issuer has another identity at another proxy', async () => {
  expect(await identityOf('two', { sub: 'alice' })).toBe('jwt:proxy:two/alice');
});

test('an empty `X-Api-Key` is no key, even if a record has the hash of an empty text', async () => {
  const empty = { id: 'empty', name: 'empty', hash: hashApiKey(''), tags: ['mcp:one:tool:*'] };
  const withEmpty = { ...records, keysByHash: new Map([[empty.hash, empty]]) } as unknown as GatewayRecords;
  const identify = createIdentify(() => withEmpty, { verify: async () => ({ ok: false, reason: '' }) });
  const request = { headers: { 'x-api-key': '' }, path: '/mcp/one' } as unknown;
  const found = await identify(request as Parameters<typeof identify>[0]);
  expect(found).toMatchObject({ status: 401, reason: expect.stringContaining('send an API key') });
});
