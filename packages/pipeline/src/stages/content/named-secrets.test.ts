// Tests the detection of secrets that are recognized only by the name of their key, in structured data from a server.

import { presetText } from '@claw/policy';
import { expect, test } from 'vitest';
import { Bench, notification, use } from '../../../test/test-connection.js';

const PASSWORD = ['hG7s9kLq', '2mZx4vBn'].join('');
const AWS = ['wJalrXUtnFEMI', 'K7MDENGbPxRfiCY', 'q8Zr2LmT0x4v'].join('/');
const BASIC = `Basic ${Buffer.from(`admin:${PASSWORD}`).toString('base64')}`;
const GONE = '[REDACTED]';

/** Returns the params, the result or the error that the client receives. */
async function received(message: unknown, isResponse = true): Promise<Record<string, unknown>> {
  const bench = await Bench.open(presetText('balanced'));
  if (isResponse) {
    bench.client(use(1, 'read_settings', {}));
    await bench.idle();
  }
  bench.server(message);
  await bench.idle();
  const { result, params, error } = JSON.parse(bench.atClient.at(-1) ?? '{}');
  return result ?? params ?? error;
}

const structured = async (structuredContent: unknown): Promise<unknown> =>
  (await received({ jsonrpc: '2.0', id: 1, result: { content: [], structuredContent } }))[
    'structuredContent'
  ];

const secrets: readonly (readonly [name: string, before: unknown, after: unknown])[] = [
  ['a password', { password: PASSWORD }, { password: GONE }],
  [
    'an environment',
    { env: { DB_PASSWORD: PASSWORD, PORT: '5432' } },
    { env: { DB_PASSWORD: GONE, PORT: '5432' } },
  ],
  ['a short name', { smtp: { user: 'mailer', pass: PASSWORD } }, { smtp: { user: 'mailer', pass: GONE } }],
  ['an API key', { api_key: PASSWORD }, { api_key: GONE }],
  ['an API key in camel case', { apiKey: PASSWORD }, { apiKey: GONE }],
  ['an API key as a label', { 'API key': PASSWORD }, { 'API key': GONE }],
  ['a cloud key', { aws_secret_access_key: AWS }, { aws_secret_access_key: GONE }],
  ['a header', { headers: { Authorization: BASIC } }, { headers: { Authorization: GONE } }],
  ['a list of headers', { headers: { authorization: [BASIC] } }, { headers: { authorization: [GONE] } }],
  ['a pair', { name: 'DB_PASSWORD', value: PASSWORD }, { name: 'DB_PASSWORD', value: GONE }],
  [
    'pairs in a list',
    [
      { value: PASSWORD, name: 'DB_PASSWORD' },
      { Key: 'api_key', Note: 'x', Value: `x${PASSWORD}` },
      { name: 'MODE', value: 'a1B2c3D4e5F6' },
    ],
    [
      { value: GONE, name: 'DB_PASSWORD' },
      { Key: 'api_key', Note: 'x', Value: GONE },
      { name: 'MODE', value: 'a1B2c3D4e5F6' },
    ],
  ],
  [
    'an output',
    { db_password: { sensitive: true, value: PASSWORD } },
    { db_password: { sensitive: true, value: GONE } },
  ],
  ['a list', { tokens: [PASSWORD, `${PASSWORD}x`] }, { tokens: [GONE, GONE] }],
  ['a value with quotes and commas', { password: `${PASSWORD},"{x}` }, { password: GONE }],
  [
    'a word in another language',
    { contraseña: PASSWORD, пароль: PASSWORD },
    { contraseña: GONE, пароль: GONE },
  ],
  [
    'the same value elsewhere',
    { password: PASSWORD, log: `got ${PASSWORD}.` },
    { password: GONE, log: `got ${GONE}.` },
  ],
];
for (const [name, before, after] of secrets)
  test(`redacted: ${name}`, async () => expect(await structured(before)).toEqual(after));

test('redacted: a key that is spelled with escapes', async () => {
  const line = `{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"\\u0070assword":"${PASSWORD}"}}}`;
  expect(await received(line)).toEqual({ structuredContent: { password: GONE } });
});

test('redacted: a result that does not come from a tool', async () =>
  expect(
    await received({ jsonrpc: '2.0', id: 1, result: { content: [], _meta: { password: PASSWORD } } }),
  ).toEqual({
    content: [],
    _meta: { password: GONE },
  }));

test('redacted: the data of an error', async () => {
  const error = { code: -32000, message: 'failed', data: { config: { password: PASSWORD } } };
  const { data } = await received({ jsonrpc: '2.0', id: 1, error });
  expect(data).toEqual({ config: { password: GONE } });
});

test('redacted: the data of a log message', async () => {
  const data = { env: { API_TOKEN: PASSWORD } };
  const params = await received(notification('notifications/message', { level: 'info', data }), false);
  expect(params['data']).toEqual({ env: { API_TOKEN: GONE } });
});

test('redacted: in a request from the server', async () => {
  const message = {
    role: 'user',
    content: { type: 'text', text: 'Continue.', _meta: { password: PASSWORD } },
  };
  const params = { messages: [message], maxTokens: 10 };
  const request = { jsonrpc: '2.0', id: 7, method: 'sampling/createMessage', params };
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[sampling]\naction = "allow"\n');
  bench.server(request);
  await bench.idle();
  expect(JSON.parse(bench.atClient[0] ?? '').params.messages[0].content._meta).toEqual({ password: GONE });
});

test('redacted: in a long list', async () => {
  const tokens = Array.from({ length: 2000 }, (_, index) => `word ${index}`);
  const data = await structured({ tokens: [...tokens, PASSWORD] });
  expect((data as { tokens: string[] }).tokens).toEqual([...tokens, GONE]);
});

test('redacted: in a long message', async () => {
  const rows = Array.from({ length: 6000 }, (_, index) => ({
    note: `row ${index} ${'plain words '.repeat(8)}`,
  }));
  const data = await structured({ rows, password: PASSWORD });
  expect((data as { password: string }).password).toBe(GONE);
});

const uuid = '4c9e1b7a-52d8-4f03-9a6e-0d81c3b5e72f';
const sha = '4c9e1b7a52d84f039a6e0d81c3b5e72f4c9e1b7a';
const ordinary: readonly (readonly [name: string, value: unknown])[] = [
  ['other types', { password: true, secret: 12345678, token: null, tokenCount: 1200, maxTokens: '4096' }],
  [
    'placeholders',
    { password: '$' + '{DB_PASSWORD}', api_key: 'YOUR_API_KEY_HERE', token: '<token>', secret: '********' },
  ],
  [
    'pages',
    {
      next_page_token: `CAUQAA-${PASSWORD}`,
      nextPageToken: PASSWORD,
      nextCursor: PASSWORD,
      continuationToken: PASSWORD,
    },
  ],
  [
    'names of keys',
    { key: 'main', keys: ['a1', 'b2'], primaryKey: 'user_id', keyword: 'x1y2z3a4b5', etag: `W/"${sha}"` },
  ],
  [
    'enumerations',
    {
      auth: 'oauth2',
      token_type: 'Bearer',
      authMethod: 'client_secret_basic',
      credentialType: 'x509-certificate',
    },
  ],
  [
    'URLs',
    { token_endpoint: 'https://login.acme.dev/v2/token', passwordResetUrl: 'https://acme.dev/reset?id=77' },
  ],
  [
    'dates',
    {
      PasswordLastUsed: '2026-05-01T10:22:31Z',
      pwdLastSet: '2026-05-01',
      tokenExpires: '2026-05-01 10:00:00 UTC',
    },
  ],
  ['people', { author: 'x0rzQ8Zr2LmT', authors: ['jd42-Zq8x7Lm'], passwordContact: 'it-help2@acme.de' }],
  [
    'JSON schema',
    {
      type: 'object',
      properties: {
        password: { type: 'string', title: 'Password', minLength: 12 },
        token: { $ref: '#/$defs/Token2' },
      },
      required: ['password', 'token'],
    },
  ],
  [
    'translations',
    {
      login: {
        password: 'Password',
        passwordLabel: 'Password*',
        forgotPassword: 'Forgot? Reset it',
        resetPassword: 'Passwort vergessen?',
      },
      errors: { password: 'Must have 8 characters, 1 number and 1 symbol!', token: 'Token expired' },
      de: { password: 'Kennwort', secret: 'Geheimnis' },
      ja: { password: '8文字以上のパスワード!', pass: '1つのロール値のみ使用されています' },
      ru: { пароль: 'Пароль' },
    },
  ],
  [
    'package.json',
    {
      name: '@acme/password-tools',
      version: '1.2.3',
      keywords: ['password', 'secret', 'token'],
      author: 'Jane Doe <jane@acme.dev>',
      dependencies: {
        jsonwebtoken: '^9.0.2',
        'js-tokens': '4.0.0',
        'csrf-token': '~1.0.0-beta.2',
        'passport-auth0': '1.4.4',
      },
      scripts: { 'token:rotate': 'node scripts/rotate.js --days=30', auth: 'node ./bin/auth2.js' },
    },
  ],
  [
    'an issue',
    {
      id: 2210456781,
      node_id: 'I_kwDOABCD5678efgh',
      title: 'Password field loses focus',
      user: { login: 'octo-q8Zr2', id: 583231, node_id: 'MDQ6VXNlcjU4MzIzMQ==', gravatar_id: '' },
      labels: [
        { id: 208045946, name: 'auth', color: 'f29513' },
        { name: 'secret', color: 'a1b2c3' },
      ],
      author_association: 'COLLABORATOR',
      performed_via_github_app: null,
      created_at: '2026-04-22T13:33:48Z',
      head: { sha, ref: 'fix/token-2' },
    },
  ],
  [
    'a deployment',
    {
      kind: 'Deployment',
      metadata: {
        name: 'api',
        uid: uuid,
        resourceVersion: '184467',
        annotations: { 'checksum/secret': sha },
      },
      spec: {
        template: {
          spec: {
            automountServiceAccountToken: false,
            imagePullSecrets: [{ name: 'registry-auth-2' }],
            containers: [
              {
                env: [
                  { name: 'DB_PASSWORD', valueFrom: { secretKeyRef: { name: 'db-7c9f', key: 'password' } } },
                  { name: 'LOG_LEVEL', value: 'debug' },
                  { name: 'PASSWORD_FILE', value: '/run/secrets/db-password1' },
                ],
              },
            ],
            volumes: [{ name: 'kube-api-access-x7k2p', secret: { secretName: 'tls-2026-a1b2c3' } }],
          },
        },
      },
    },
  ],
  [
    'crypto tokens',
    {
      tokens: ['0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'],
      tokenMint: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v',
      token_address: '0xdAC17F958D2ee523a2206206994597C13D831ec7',
    },
  ],
  ['a name of another object', [{ name: 'password' }, { value: 'a1B2c3D4e5F6' }]],
  [
    'tokens of a language model',
    { tokens: ['The', 'quick', '##ing', 'x86_64', 'GPT-4o'], tokenizer: 'cl100k_base' },
  ],
];
for (const [name, value] of ordinary)
  test(`unchanged: ${name}`, async () => expect(await structured(value)).toEqual(value));

test('unchanged: the token of a progress notification', async () => {
  const params = { progressToken: PASSWORD, progress: 1, message: 'half' };
  expect(await received(notification('notifications/progress', params), false)).toEqual(params);
});
