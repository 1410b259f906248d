import { generateKeyPairSync } from 'node:crypto';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { createApiKey, hashApiKey } from './api-key.js';
import { checkJwks } from './jwks.js';
import { createJwtVerifier } from './jwt.js';
import { checkTag, readScopes } from './scopes.js';
import { tokenKind } from './token-kind.js';

const NOW = 1_800_000_000_000;
const SECONDS = NOW / 1000;

describe('API keys', () => {
  test('are long, random, recognizable, and stored as a hash', () => {
    const { key, hash } = createApiKey();
    expect(key).toMatch(/^claw_[\w-]{43}$/);
    expect(hash).toBe(hashApiKey(key));
    expect(hash).not.toContain(key.slice(5, 15));
    expect(createApiKey().key).not.toBe(key);
  });

  test('are distinguished from JWTs by their shape', () => {
    expect(tokenKind('a.b.c')).toBe('jwt');
    // An unsigned JWT must be recognized as a JWT, so that the JWT verifier rejects it.
    expect(tokenKind('a.b.')).toBe('jwt');
    for (const token of [createApiKey().key, '', 'a.b', 'a.b.c.d', 'a.b.c ', 'ä.b.c', 'a.b.c\n'])
      expect(tokenKind(token)).toBe('api_key');
  });
});

describe('scopes', () => {
  const tags = [
    'mcp:p1:tool:read',
    'mcp:p1:resource:file:///a:b',
    'mcp:p2:tool:*',
    'mcp:p1*:tool:*',
    'admin',
  ];
  test('permit only the tools and resources that they name', () => {
    const scopes = readScopes(tags, 'p1');
    expect(scopes.mayCallTool('read')).toBe(true);
    expect(scopes.mayReadResource('file:///a:b')).toBe(true);
    for (const name of ['Read', 'read ', 'write', '*', 'reads', ''])
      expect(scopes.mayCallTool(name)).toBe(false);
    expect(scopes.mayReadResource('file:///a')).toBe(false);
  });
  test('a proxy without a tag is not visible', () => {
    for (const id of ['p3', 'p', 'p1:tool', 'p12', '', '*']) expect(readScopes(tags, id).isKnown).toBe(false);
    expect(readScopes(tags, 'p2').isKnown).toBe(true);
    expect(readScopes(tags, 'p2').mayReadResource('x')).toBe(false);
  });
  test('tags are validated when a key is created', () => {
    for (const tag of ['mcp:a:tool:*', 'mcp:a:resource:file:///x:y']) expect(checkTag(tag)).toBeUndefined();
    for (const tag of ['', 'mcp:a:tool:', 'mcp::tool:x', 'mcp:a:prompt:x', 'tool:x', 'mcp:a b:tool:x'])
      expect(checkTag(tag)).toMatch(/invalid tag/);
  });
});

describe('JWKS documents', () => {
  const rsaKey = (modulusLength: number, publicExponent = 65_537) =>
    generateKeyPairSync('rsa', { modulusLength, publicExponent }).publicKey.export({ format: 'jwk' });
  const rsa = rsaKey(2048);
  const short = rsaKey(1024);
  const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
  const ed = generateKeyPairSync('ed25519').publicKey.export({ format: 'jwk' });
  const point = (hex: string) => Buffer.from(hex, 'hex').toString('base64url');
  const cases: [string, unknown, string | undefined][] = [
    ['public keys', { keys: [rsa, ec, ed] }, undefined],
    ['text that is not JSON', '{', 'not valid JSON'],
    ['no list', { key: [] }, 'no array `keys`'],
    ['an empty list', { keys: [] }, 'no key for signatures'],
    ['a text as key', { keys: ['x'] }, '`keys[0]` is not an object'],
    ['a symmetric key', { keys: [rsa, { kty: 'oct', k: 'x' }] }, '`keys[1]` is a symmetric key'],
    ['a private key', { keys: [{ ...rsa, d: 'x' }] }, 'contains a private key'],
    ['a short key', { keys: [short] }, 'fewer than 2048 bits'],
    ['a short key behind zeros', { keys: [{ ...rsa, n: 'A'.repeat(172) + short.n }] }, '2048 bits'],
    ['a modulus of zeros', { keys: [{ ...rsa, n: 'A'.repeat(342) }] }, '`keys[0]` '],
    ['no modulus', { keys: [{ kty: 'RSA', e: 'AQAB' }] }, 'has a `n` that is missing'],
    ['a modulus in base64', { keys: [{ ...rsa, n: `+/${rsa.n?.slice(2)}` }] }, 'not base64url'],
    ['the exponent 1', { keys: [{ ...rsa, e: 'AQ' }] }, 'less than 65537'],
    ['the exponent 3', { keys: [rsaKey(2048, 3)] }, 'less than 65537'],
    ['an even exponent', { keys: [{ ...rsa, e: 'AQAC' }] }, 'even'],
    ['no exponent', { keys: [{ ...rsa, e: undefined }] }, 'has a `e` that is missing'],
    ['a point not on its curve', { keys: [{ ...ec, y: ec.x }] }, 'not a valid public key'],
    ['a point of another curve', { keys: [{ ...ec, crv: 'P-384' }] }, 'not a valid public key'],
    ['the point zero', { keys: [{ ...ec, x: 'AA', y: 'AA' }] }, 'not a valid public key'],
    ['a short point', { keys: [{ ...ed, x: 'AA' }] }, 'not a valid public key'],
    ['a point of small order', { keys: [{ ...ed, x: point(`01${'00'.repeat(31)}`) }] }, 'any signature'],
    ['its other sign', { keys: [{ ...ed, x: point(`01${'00'.repeat(30)}80`) }] }, 'any signature'],
    ['a key type that is not text', { keys: [{ kty: ['RSA'] }] }, 'unsupported type'],
    ['the name of a built-in property', { keys: [{ kty: 'constructor' }] }, 'unsupported type'],
    ['an unknown curve', { keys: [{ kty: 'EC', crv: 'secp256k1' }] }, 'unsupported curve'],
    ['an unknown type', { keys: [{ kty: 'XYZ' }] }, 'unsupported type `XYZ`'],
    [
      'two keys with the same id',
      {
        keys: [
          { ...rsa, kid: 'a' },
          { ...rsa, kid: 'a' },
        ],
      },
      'is used twice',
    ],
    ['an id that is a number', { keys: [{ ...rsa, kid: 1 }] }, '`kid` that is not text'],
    ['only encryption', { keys: [{ ...rsa, use: 'enc' }] }, 'no key for signatures'],
  ];
  for (const [name, document, problem] of cases) {
    test(name, () => {
      const checked = checkJwks(typeof document === 'string' ? document : JSON.stringify(document));
      if (problem === undefined) expect(checked.ok).toBe(true);
      else expect(checked).toMatchObject({ ok: false, problem: expect.stringContaining(problem) });
    });
  }
});

describe('JWTs', () => {
  let keys: { privateKey: CryptoKey; publicKey: CryptoKey };
  let others: { privateKey: CryptoKey; publicKey: CryptoKey };
  let jwksJson: string;
  const verifier = (options = {}) => createJwtVerifier({ jwksJson, now: () => NOW, ...options });

  beforeAll(async () => {
    keys = await generateKeyPair('ES256');
    others = await generateKeyPair('ES256');
    jwksJson = JSON.stringify({ keys: [{ ...(await exportJWK(keys.publicKey)), kid: 'one', alg: 'ES256' }] });
  });

  const sign = (claims: object, { privateKey = keys.privateKey, kid = 'one' } = {}) =>
    new SignJWT({ sub: 'ann', exp: SECONDS + 60, ...claims })
      .setProtectedHeader({ alg: 'ES256', kid })
      .sign(privateKey);

  test('the verdict on a valid JWT contains its subject', async () => {
    expect(await verifier()(await sign({}))).toMatchObject({ ok: true, subject: 'ann' });
  });

  const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const refused: [string, () => Promise<string> | string, string, object?][] = [
    ['expired', () => sign({ exp: SECONDS - 60 }), 'expired'],
    ['not valid yet', () => sign({ nbf: SECONDS + 60 }), '`nbf`'],
    ['without an end', () => sign({ exp: undefined }), '`exp`'],
    ['without a subject', () => sign({ sub: undefined }), '`sub`'],
    ['an empty subject', () => sign({ sub: '' }), 'no subject'],
    ['another audience', () => sign({ aud: 'b' }), '`aud`', { audience: 'a' }],
    ['no audience', () => sign({}), '`aud`', { audience: 'a' }],
    ['another issuer', () => sign({ iss: 'b' }), '`iss`', { issuer: 'a' }],
    ['another key with the same id', () => sign({}, { privateKey: others.privateKey }), 'signature'],
    ['an unknown key id', () => sign({}, { kid: 'two' }), 'no key'],
    [
      'the algorithm none',
      () => `${encode({ alg: 'none' })}.${encode({ sub: 'ann', exp: SECONDS + 60 })}.`,
      'algorithm',
    ],
    [
      'HMAC with the public key as secret',
      async () => {
        const secret = Buffer.from(JSON.stringify(JSON.parse(jwksJson).keys[0]));
        return new SignJWT({ sub: 'ann', exp: SECONDS + 60 })
          .setProtectedHeader({ alg: 'HS256', kid: 'one' })
          .sign(secret);
      },
      'algorithm',
    ],
    [
      'a key in the header of the token',
      async () => {
        const jwk = await exportJWK(others.publicKey);
        return new SignJWT({ sub: 'ann', exp: SECONDS + 60 })
          .setProtectedHeader({ alg: 'ES256', jwk })
          .sign(others.privateKey);
      },
      'signature',
    ],
    [
      'a changed payload',
      async () => (await sign({})).replace(/\.[\w-]+\./, `.${encode({ sub: 'bob', exp: SECONDS + 60 })}.`),
      'signature',
    ],
    ['not a JWT', () => 'a.b.c', 'not a valid JWT'],
    ['too long', () => `${'a'.repeat(20_000)}.b.c`, 'too long'],
  ];
  for (const [name, create, reason, options] of refused) {
    test(`${name} is rejected`, async () => {
      const verdict = await verifier(options)(await create());
      expect(verdict).toMatchObject({ ok: false, reason: expect.stringContaining(reason) });
    });
  }

  test('a JWT that was valid is rejected after it expires, and before its start time', async () => {
    const token = await sign({ nbf: SECONDS - 60, exp: SECONDS + 60 });
    let now = NOW;
    const verify = verifier({ now: () => now });
    const verdictAt = async (seconds: number) => {
      now = NOW + seconds * 1000;
      // A verifier that has never seen the token must return the same verdict.
      const [seen, fresh] = [await verify(token), await verifier({ now: () => now })(token)];
      expect(seen).toEqual(fresh);
      return seen.ok;
    };
    expect([await verdictAt(0), await verdictAt(0)]).toEqual([true, true]);
    for (const [seconds, isValid] of [
      [64, true],
      [65, false],
      [66, false],
      [0, true],
      [-64, true],
      [-66, false],
      [0, true],
    ] as const)
      expect(await verdictAt(seconds), String(seconds)).toBe(isValid);
    const [header = '', , signature = ''] = token.split('.');
    const forged = `${header}.${encode({ sub: 'bob', exp: SECONDS + 60 })}.${signature}`;
    expect(await verify(forged)).toMatchObject({ ok: false });
  });

  test('tokens that do not fit into the cache are verified again', async () => {
    const verify = verifier();
    const tokens = await Promise.all(Array.from({ length: 1100 }, (_, index) => sign({ sub: `s${index}` })));
    for (const round of [1, 2])
      for (const [index, token] of tokens.entries())
        expect(await verify(token), `round ${round}`).toMatchObject({ ok: true, subject: `s${index}` });
  });

  test('after a key rotation, tokens signed with the old key are rejected', async () => {
    const token = await sign({});
    const rotated = JSON.stringify({ keys: [{ ...(await exportJWK(others.publicKey)), kid: 'two' }] });
    expect(await verifier({ jwksJson: rotated })(token)).toMatchObject({ ok: false });
  });
});
