import { describe, expect, test } from 'vitest';
import { createEngine } from '../index.js';
import { loadPatterns } from '../patterns.js';
import { requiredLiterals } from './required-literals.js';

const compile = await loadPatterns();

function engineFor(pattern: string, kind: 'injection' | 'secrets' = 'secrets') {
  const compiled = compile([{ name: 'mine', pattern, kind }]);
  if (!compiled.ok) throw new Error(compiled.problems[0]?.reason);
  return createEngine({ kinds: [], functionDetectors: compiled.detectors });
}
const found = (pattern: string, text: string) =>
  engineFor(pattern)
    .detect(text)
    .map(({ detector, start, end }) => `${detector} ${text.slice(start, end)}`);

const filler = 'The river runs past the stone bridge. '.repeat(2_000);

const matches = [
  {
    name: 'text that matches a pattern',
    pattern: 'PROJ-[0-9]{4}',
    text: 'see PROJ-1234 now',
    found: ['mine PROJ-1234'],
  },
  {
    name: 'case-insensitive text if the pattern says so',
    pattern: '(?i)codename\\s+falcon',
    text: 'CodeName Falcon',
    found: ['mine CodeName Falcon'],
  },
  {
    name: 'runs of spaces without collapsing them',
    pattern: 'EMP {2,8}[0-9]{6}',
    text: 'EMP     123456',
    found: ['mine EMP     123456'],
  },
  {
    name: 'line ends in a text with runs of spaces',
    pattern: 'PIN\\n\\n\\n[0-9]{4}',
    text: 'a      b PIN\n\n\n1234',
    found: ['mine PIN\n\n\n1234'],
  },
  {
    name: 'letters with accents',
    pattern: 'café [0-9]+',
    text: 'le café 12',
    found: ['mine café 12'],
  },
  {
    name: 'words that contain invisible characters',
    pattern: 'falcon',
    text: 'fal\u200bcon',
    found: ['mine fal\u200bcon'],
  },
  {
    name: 'text encoded in base64',
    pattern: 'project falcon',
    text: `x ${btoa('the project falcon is secret')} y`,
    found: [`mine ${btoa('the project falcon is secret')}`],
  },
  {
    name: 'a match near the end of a long text',
    pattern: 'PROJ-[0-9]{4}',
    text: `${filler}PROJ-1234`,
    found: ['mine PROJ-1234'],
  },
  {
    name: 'a match of a pattern without a literal near the end of a long text',
    pattern: '[0-9]{4}-[0-9]{4}',
    text: `${filler}1234-5678.`,
    found: ['mine 1234-5678'],
  },
  {
    name: 'a match that is longer than a range',
    pattern: 'BEGIN[a-z ]+',
    text: `${filler}BEGIN${' abc'.repeat(9_000)}.`,
    found: [`mine BEGIN${' abc'.repeat(9_000)}`],
  },
  { name: 'the start of the text and not of each line', pattern: '^The', text: filler, found: ['mine The'] },
  { name: 'nothing in a text without a match', pattern: 'PROJ-[0-9]{4}', text: 'PROJ-12', found: [] },
];
describe('user patterns find', () => {
  for (const { name, pattern, text, found: expected } of matches)
    test(name, () => expect(found(pattern, text)).toEqual(expected));
});

test('a user pattern of kind `injection` is reported without another signal at any sensitivity', () => {
  const engine = engineFor('launch the rockets', 'injection');
  for (const sensitivity of ['low', 'medium', 'high'] as const)
    expect(engine.detect('please launch the rockets', { sensitivity })).toMatchObject([
      { kind: 'injection', detector: 'mine', start: 7, end: 25 },
    ]);
});

const problems = [
  { pattern: 'a(?=b)', reason: /lookahead/ },
  { pattern: '(?<!a)b', reason: /lookbehind/ },
  { pattern: '(a)\\1', reason: /backreference/ },
  { pattern: '(?>a)', reason: /atomic/ },
  { pattern: 'a++b', reason: /possessive/ },
  { pattern: '[a', reason: /not a valid pattern: missing closing/ },
  { pattern: 'a{2000}', reason: /repeat/ },
  { pattern: '(a{100}){100}', reason: /too large|repeat/ },
  { pattern: 'a*', reason: /empty text/ },
  { pattern: 'x'.repeat(3_000), reason: /longer than/ },
];
for (const { pattern, reason } of problems)
  test(`the reason for rejecting ${pattern.slice(0, 20)}`, () =>
    expect(compile([{ name: 'bad', pattern, kind: 'secrets' }])).toEqual({
      ok: false,
      problems: [{ name: 'bad', reason: expect.stringMatching(reason) }],
    }));

const literals = [
  { pattern: 'PROJ-[0-9]+', expected: ['proj-'] },
  { pattern: '(?i)secret\\s+code', expected: ['secret'] },
  { pattern: 'colou?r scheme', expected: ['r scheme'] },
  { pattern: '(foo|barn)+x', expected: ['foo', 'barn'] },
  { pattern: 'foo|[0-9]+', expected: undefined },
  { pattern: '(abc)?def', expected: ['def'] },
  { pattern: 'ab*c', expected: undefined },
  { pattern: 'a\\.example\\.org', expected: ['a.example.org'] },
  { pattern: '[[:alpha:]\\]]abcd', expected: ['abcd'] },
  { pattern: 'über', expected: undefined },
  { pattern: 'x{2,3}yes', expected: ['yes'] },
  { pattern: '(?P<n>token)=', expected: ['token'] },
];
for (const { pattern, expected } of literals)
  test(`the literals of ${pattern}`, () => expect(requiredLiterals(pattern)).toEqual(expected));

test('an expensive pattern takes linear time for a worst-case text', () => {
  const engine = engineFor('(a|aa)+(a|aa)+b[0-9]');
  const time = (length: number) => {
    const start = performance.now();
    engine.detect('a'.repeat(length));
    return performance.now() - start;
  };
  time(2_000);
  // For linear time, the factor is four. The limit includes a margin for a busy machine. For quadratic time, the
  // factor would be sixteen.
  expect(time(40_000)).toBeLessThan(time(10_000) * 14 + 200);
});
