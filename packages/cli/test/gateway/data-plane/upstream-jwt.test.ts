// Tests tokens of a real identity provider: tokens for calls with API keys, which are requested with client
// credentials, and tokens of callers.

import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { exportJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestProvider } from '../../../../auth/test/provider.js';
import { hasRedis, RedisServer } from '../../../../store/test/redis-server.js';
import { type GatewayNode, GatewayNodes, RecordingUpstream, toolCall } from './gateway-nodes.js';

const nodes = new GatewayNodes();
const upstream = new RecordingUpstream();
const isInstalled = hasRedis();
const machine = { id: 'gateway', secret: 'secret-of-the-gateway' };
let redis: RedisServer;
let provider: TestProvider;
let [one, two] = [] as unknown as [GatewayNode, GatewayNode];

beforeAll(async () => {
  if (!isInstalled) return;
  redis = await RedisServer.start();
  provider = await TestProvider.start({ machine });
  [one, two] = await Promise.all([nodes.start('--redis', redis.url), nodes.start('--redis', redis.url)]);
  await upstream.start();
}, 60_000);
afterAll(async () => {
  await nodes.stop();
  upstream.stop();
  await provider?.pause();
  await redis?.stop();
});

/** Creates a proxy with an empty token cache, and a key for it. */
async function createProxy(name: string) {
  const upstreamJwt = {
    tokenUrl: `${provider.issuer}/token`,
    clientId: machine.id,
    clientSecret: machine.secret,
  };
  const auth = { injectIdentity: true, upstreamJwt };
  const created = await one.admin('POST', '/api/mcp', { name, url: upstream.url, auth });
  const key = await one.key(`mcp:${created.json.id}:tool:*`);
  await expect.poll(async () => (await two.call(name, key, pingOf)).status).toBe(200);
  return key;
}
const pingOf = { jsonrpc: '2.0', id: 1, method: 'ping' };
const lastJwt = () => JSON.parse(upstream.calls.at(-1)?.body ?? '').params._meta.aifw.jwt;

for (const { name, both } of [
  { name: 'one-node', both: false },
  { name: 'two-nodes', both: true },
])
  test.runIf(isInstalled)(
    `200 concurrent calls with an empty cache cause one token request: ${name}`,
    async () => {
      const key = await createProxy(name);
      const before = provider.grants;
      const calls = Array.from({ length: 200 }, (_, index) =>
        (both && index % 2 === 0 ? two : one).call(name, key, toolCall('a', { index })),
      );
      const statuses = (await Promise.all(calls)).map(({ status }) => status);
      expect(statuses.filter((status) => status === 200)).toHaveLength(200);
      expect(provider.grants - before).toBe(1);
      expect(lastJwt()).toMatch(/^\S{20,}$/);
    },
  );

test.runIf(isInstalled)('the token is encrypted in Redis', async () => {
  const token = lastJwt();
  const { Redis } = await import('ioredis');
  const client = new Redis(redis.url);
  const names = await client.keys('*cc_token*');
  expect(names.length).toBeGreaterThan(0);
  for (const name of names) expect(await client.get(name)).not.toContain(token);
  client.disconnect();
});

test.runIf(isInstalled)(
  'if the provider is unavailable, the response is 502 and nothing is forwarded',
  async () => {
    const key = await createProxy('no-provider');
    await provider.pause();
    const before = upstream.calls.length;
    const answers = await Promise.all([one, two].map((node) => node.call('no-provider', key, toolCall('a'))));
    for (const { status, json, text } of answers) {
      expect(status).toBe(502);
      expect(json.error.code).toBe(-32003);
      expect(text).not.toContain(machine.secret);
    }
    expect(upstream.calls.length).toBe(before);
    await provider.resume();
    expect((await one.call('no-provider', key, toolCall('a'))).status).toBe(200);
  },
);

const audience = 'https://gateway.example';
const issuer = 'https://idp.example';
const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const next = generateKeyPairSync('rsa', { modulusLength: 2048 });
const seconds = () => Math.floor(Date.now() / 1000);
const jwksOf = async (key: KeyObject, kid: string) =>
  JSON.stringify({ keys: [{ ...(await exportJWK(key)), kid, alg: 'RS256', use: 'sig' }] });

interface Claims {
  readonly sub?: string;
  readonly aud?: string;
  readonly iss?: string;
  readonly exp?: number;
}
const sign = (
  { sub = 'ada', aud = audience, iss = issuer, exp = seconds() + 300 }: Claims = {},
  key = privateKey,
  kid = 'k1',
) =>
  new SignJWT({})
    .setProtectedHeader({ alg: 'RS256', kid })
    .setSubject(sub)
    .setAudience(aud)
    .setIssuer(iss)
    .setExpirationTime(exp)
    .sign(key);

test.runIf(isInstalled)('JWTs that a real provider issues', async () => {
  const other = 'https://other.example';
  const [signing] = JSON.parse(await jwksOf(publicKey, 'own')).keys;
  const keys = [{ ...signing, ...(await exportJWK(privateKey)) }];
  const options = { machine, jwtFor: [audience, other] };
  const [idp, twin, changed] = await Promise.all([
    TestProvider.start(options),
    TestProvider.start(options),
    TestProvider.start({ ...options, keys }),
  ]);
  const auth = { modes: ['jwt', 'aifw_api_key'], jwksJson: await idp.jwks(), audience, issuer: idp.issuer };
  const body = { name: 'issued', url: upstream.url, authType: 'forward_client_jwt', auth };
  const { id } = (await one.admin('POST', '/api/mcp', body)).json;
  const statusOf = async (token: string) => (await one.call('issued', token, toolCall('a'))).status;
  const token = await idp.tokenOf(machine, audience);
  expect(await statusOf(token)).toBe(200);
  expect(upstream.calls.at(-1)?.headers.authorization).toBe(`Bearer ${token}`);
  expect(await statusOf(await one.key(`mcp:${id}:tool:*`))).toBe(200);
  expect(upstream.calls.at(-1)?.headers.authorization).toBeUndefined();
  expect(await statusOf(await idp.tokenOf(machine, other))).toBe(401);
  // The second provider has the same keys, but another name.
  expect(await statusOf(await twin.tokenOf(machine, audience))).toBe(401);
  // The provider changes its keys and its name.
  const next = await changed.tokenOf(machine, audience);
  expect(await statusOf(next)).toBe(401);
  const rotated = { ...auth, jwksJson: await changed.jwks(), issuer: changed.issuer };
  await one.admin('PATCH', `/api/mcp/${id}`, { auth: rotated });
  expect([await statusOf(next), await statusOf(token)]).toEqual([200, 401]);
  await Promise.all([idp.pause(), twin.pause(), changed.pause()]);
});

test.runIf(isInstalled)('JWTs of callers are accepted, forwarded or rejected', async () => {
  const jwksJson = await jwksOf(publicKey, 'k1');
  const auth = { modes: ['jwt'], jwksJson, audience, issuer, injectIdentity: true };
  const body = { name: 'people', url: upstream.url, authType: 'forward_client_jwt', auth };
  const { id } = (await one.admin('POST', '/api/mcp', body)).json;
  const call = (token: string) => one.call('people', token, toolCall('a'));
  const good = await sign();
  expect((await call(good)).status).toBe(200);
  expect(upstream.calls.at(-1)?.headers.authorization).toBe(`Bearer ${good}`);
  expect(lastJwt()).toBe(good);

  const pem = publicKey.export({ type: 'spki', format: 'pem' });
  const hmac = await new SignJWT({ sub: 'ada' })
    .setProtectedHeader({ alg: 'HS256', kid: 'k1' })
    .setAudience(audience)
    .setIssuer(issuer)
    .setExpirationTime(seconds() + 300)
    .sign(Buffer.from(pem));
  const [header = '', payload = '', signature = ''] = good.split('.');
  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused: Readonly<Record<string, string>> = {
    expired: await sign({ exp: seconds() - 60 }),
    'another audience': await sign({ aud: 'https://other.example' }),
    'another issuer': await sign({ iss: 'https://other.example' }),
    'another key': await sign({}, next.privateKey),
    'an unknown key id': await sign({}, next.privateKey, 'k2'),
    'HS256 with the public key': hmac,
    'alg none': `${encode({ alg: 'none' })}.${payload}.`,
    'alg none with the signature': `${encode({ alg: 'none', kid: 'k1' })}.${payload}.${signature}`,
    'other claims': `${header}.${encode({ sub: 'eve', aud: audience, iss: issuer, exp: seconds() + 300 })}.${signature}`,
    'no signature': `${header}.${payload}.`,
    'an own key in the header': `${encode({ alg: 'RS256', jwk: await exportJWK(next.publicKey) })}.${payload}.${signature}`,
  };
  const before = upstream.received.length;
  for (const [name, token] of Object.entries(refused)) expect((await call(token)).status, name).toBe(401);
  expect(upstream.received).toHaveLength(before);

  // After the record was changed, the new key is accepted and the old key is not.
  const rotated = { auth: { ...auth, jwksJson: await jwksOf(next.publicKey, 'k2') } };
  expect((await one.admin('PATCH', `/api/mcp/${id}`, rotated)).status).toBe(200);
  expect((await call(good)).status).toBe(401);
  expect((await call(await sign({}, next.privateKey, 'k2'))).status).toBe(200);
  expect((await one.call('people', await one.key(`mcp:${id}:tool:*`), toolCall('a'))).status).toBe(401);
});
