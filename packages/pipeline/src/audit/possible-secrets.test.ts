import { redact } from '@claw/detectors';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findPossibleSecrets, mayHoldSecret } from './possible-secrets.js';

const masked = (text: string) => redact(text, findPossibleSecrets(text));

describe('masks possible secrets', () => {
  const risky = [
    { name: 'a random word', text: 'key zkp4a6b3cqdwk82clmg3xwcp61v2 end', left: 'key [REDACTED] end' },
    {
      name: 'a part of a path',
      text: 'x/services/BbQ1fRIk2L3dhQ4HyBL1X2a/y',
      left: 'x/services/[REDACTED]/y',
    },
    { name: 'a placeholder', text: 'sk_live_AAAAAAAAAAAAAAAAAAAAAAAA', left: '[REDACTED]' },
    {
      name: 'a password for curl',
      text: "curl -u'RTg8:xxx' https://a.example",
      left: "curl[REDACTED]' https://a.example",
    },
    { name: 'an account', text: '"AWS_ACCOUNT_ID"=>0000-0000-0000', left: '"AWS_[REDACTED]' },
  ];
  for (const { name, text, left } of risky) {
    test(name, () => expect(masked(text)).toBe(left));
  }
  const harmless = [
    'src/components/navigation-bar-component.test.ts',
    '0b5ca119d2be595aa307d34512d9679e49186307',
    '123e4567-e89b-42d3-a456-426614174000',
    'the_name_of_a_function_that_is_very_long',
    '/home/ana/projects/release-2026-10-11/notes.md',
    'https://example.com/a/b/c-d-e-f-g-h-i-j-k-l',
  ];
  for (const text of harmless) test(`keeps: ${text}`, () => expect(masked(text)).toBe(text));
});

const bytes = (text: string) => new TextEncoder().encode(text);

test('a word that looks random is found at any position', () => {
  for (let before = 0; before < 40; before += 1) {
    expect(mayHoldSecret(bytes(`${'a '.repeat(before)}${'x1'.repeat(8)}`))).toBe(true);
    expect(mayHoldSecret(bytes(`${'a '.repeat(before)}${'x'.repeat(16)}`))).toBe(true);
    expect(mayHoldSecret(bytes(`${'a '.repeat(before)}${'x'.repeat(11)}_next_word`))).toBe(false);
    expect(mayHoldSecret(bytes(`${'1 '.repeat(before)}2026-10-11-and-the-name`))).toBe(false);
  }
});

test('the quick test finds all text that is masked, in JSON as well', () => {
  const piece = fc.constantFrom(
    ...'ab19_-/ \n"\\:',
    ' -u',
    '--user',
    'data: ',
    'kind: secret',
    'account_id',
    'xxxxxx',
    '4455',
  );
  const texts = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      if (findPossibleSecrets(text).length === 0) return;
      expect(mayHoldSecret(bytes(text))).toBe(true);
      expect(mayHoldSecret(bytes(JSON.stringify(text)))).toBe(true);
    }),
    { numRuns: 20_000, seed: 20_261_119 },
  );
});
