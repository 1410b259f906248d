// Tests secrets in typical contexts: environment files, JSON, YAML, logs, tables, command lines.

import { inspect } from 'node:util';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../engine/engine.js';
import { redact } from '../text/redact.js';
import { secretPatternDetectors } from './index.js';
import { aiKeys } from './vendors/ai.js';
import { businessServiceKeys } from './vendors/business-services.js';
import { cloudKeys } from './vendors/cloud.js';
import { codeHostingKeys } from './vendors/code-hosting.js';
import { messagingKeys } from './vendors/messaging.js';
import { paymentKeys } from './vendors/payments.js';

const engine = createEngine({ kinds: ['secrets'] });
const seen = (text: string) => engine.detect(text).map(({ start, end }) => text.slice(start, end));

test('there are detectors for more than two hundred kinds of secrets', () =>
  expect(secretPatternDetectors.length).toBeGreaterThan(200));

const places: Readonly<Record<string, (secret: string) => string>> = {
  'an environment file': (secret) => `export X=1\nVALUE=${secret}\nY=2`,
  JSON: (secret) => `{"api":{"value":"${secret}"},"ok":true}`,
  'a log line': (secret) => `2026-01-05 12:00:01 INFO client configured with ${secret} region=eu`,
  'a table': (secret) => `| prod | ${secret} | active |`,
  'escaped text': (secret) => `"line: ${secret}\\nnext"`,
};

const tables = { cloudKeys, codeHostingKeys, aiKeys, paymentKeys, messagingKeys, businessServiceKeys };
for (const [table, keys] of Object.entries(tables))
  describe(table, () => {
    for (const { name, samples } of keys)
      test(`${name} in every position`, () => {
        for (const [place, put] of Object.entries(places)) {
          const found = seen(put(samples.hit[0] ?? ''));
          expect(found.length, place).toBeGreaterThan(0);
        }
      });
  });

const covered = [
  { text: 'DATABASE_URL=postgres://app:Tr0ub4' + 'dor&3x@db.internal:5432/main', secret: 'Tr0ub4dor&3x' },
  { text: 'password: "n3v3r-gu3ss"', secret: 'n3v3r-gu3ss' },
  { text: 'curl -H "Authorization: Bearer q8Zr2LmT0xW5vB9n" https://x', secret: 'q8Zr2LmT0xW5vB9n' },
  { text: 'datadog_api_key=4c9e1b7a52d84f039a6e0d81c3b5e72f', secret: '4c9e1b7a52d84f039a6e0d81c3b5e72f' },
];
describe('a finding covers exactly the secret', () => {
  for (const { text, secret } of covered)
    test(text.slice(0, 30), () => expect(seen(text).some((found) => found.includes(secret))).toBe(true));
});

const innocent = [
  'commit a58f3aef3416f9386bd8773c9d51940ea4e095bd',
  '"integrity": "sha512-sBkpZ2i2Du4W3lrg4Ajo78D4o3SVUIKBp+9//WXt1spN5GeQrYj2WFhWbt5m5jUVWurKuTCmejhIHJSYxT4dnw=="',
  'image: registry.example/app@sha256:1ea25bcb26ee8f4642cd11d4148d3eddac8164b6b1bb59d6a38fda97ebdd293f',
  'ETag: "61449771d833424d61fcd25491215310"',
  '{"id":"c3b240f9-77a7-4f35-ba90-e3514868e88a","name":"item 35"}',
  'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIw0u6wF6wli8lbZs6pUw8xKo9IwP4jYwo7ICrezY7uzW user@host4',
  'const token = await getToken(session);',
  'type Options = { apiKey: string; password?: string };',
  'Set the API_KEY variable to your key.',
];
describe('texts that only look like secrets', () => {
  for (const text of innocent) test(text.slice(0, 50), () => expect(seen(text)).toEqual([]));
});

test('in a complete environment, values with secret names are redacted in every format', () => {
  const environment = {
    PATH: '/usr/bin',
    HOME: '/home/ada',
    USER: 'ada',
    SHELL: '/bin/sh',
    LANG: 'C',
    TERM: 'xterm',
    SHLVL: '1',
    PORT: '3000',
    DB_PASS: 'pw,1;2',
    ADMIN_TOKEN: 'say "friend"',
    SSH_AUTH_SOCK: '/tmp/agent.1',
  };
  const lines = Object.entries(environment).map(([name, value]) => `${name}=${value}`);
  for (const text of [
    lines.join('\n'),
    lines.map((line) => `export ${line}`).join('\n'),
    JSON.stringify(environment),
    JSON.stringify(environment, null, 2),
    inspect(environment),
    lines.map((line) => line.replace('=', ': ')).join('\n'),
    lines.map((line) => line.replace('=', ': ').replace(/: (.*)/, ": '$1',")).join('\n'),
    Object.entries({ ...environment, USERPROFILE: 'C:\\Users\\ada', WINDIR: 'C:\\Windows' })
      .map(([name, value]) => `${name.padEnd(30)} ${value}`)
      .join('\n'),
  ]) {
    const redacted = redact(text, engine.detect(text));
    expect(redacted).not.toContain('pw,1;2');
    expect(redacted).not.toContain('friend');
    expect(redacted).toContain('/tmp/agent.1');
  }
});
