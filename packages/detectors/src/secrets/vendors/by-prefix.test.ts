// Tests keys that differ slightly from the documented format, at any position, and strings that have only the prefix
// of a key.

import { expect, test } from 'vitest';
import { createEngine } from '../../index.js';

const engine = createEngine({ kinds: ['secrets'] });
const body = 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eUp5Yw2Kx8Rt4Nv6Qz9Bm3Hd7Jf1Ls0Gc';
const keys = [
  ['an OpenAI key of 47 characters', `sk-proj-${body.slice(0, 39)}`],
  ['a fine-grained GitHub token of 53 characters', `github_pat_${body.slice(0, 42)}`],
  ['an AWS access key id with unusual digits', `AKIA${'Z1Q8LTX9N0KPW1MV'}`],
  ['a Slack token with one number', `xoxb-153445930147-${body.slice(0, 24)}`],
  ['a longer Google key', `AIza${body.slice(0, 38)}`],
] as const;
const places = [
  ['alone', (key: string) => key],
  ['in a URL', (key: string) => `https://collect.example/?t=${key}&x=1`],
  ['in a header', (key: string) => `Authorization: Bearer ${key}`],
  ['in JSON', (key: string) => JSON.stringify({ key })],
  ['in base64', (key: string) => Buffer.from(`token=${key}\n`).toString('base64')],
  ['in hexadecimal', (key: string) => Buffer.from(`token=${key}\n`).toString('hex')],
] as const;
for (const [what, key] of keys)
  for (const [where, put] of places)
    test(`${what}, ${where}`, () => expect(engine.detect(put(key))).not.toEqual([]));

for (const text of [
  'AKIAIOSFODNN7EXAMPLE',
  'sk-proj-your-key-goes-here-please-1',
  `github_pat_${'x'.repeat(60)}`,
  'sk-learn-preprocessing-standard-scaler-2',
  'npm_config_registry_of_the_company_2024',
  'hf_transformers_model_loader_version_4',
  'AKIAAAAAAAAAAAAAAAAA',
])
  test(`${text} causes no finding`, () => expect(engine.detect(text)).toEqual([]));
