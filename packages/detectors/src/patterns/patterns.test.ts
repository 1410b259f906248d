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
  { name: 'a plain pattern', pattern: 'PROJ-[0-9]{4}', text: 'see PROJ-1234 now', found: ['mine PROJ-1234'] },
  {
    name: 'case, when asked',
    pattern: '(?i)codename\\s+falcon',
    text: 'CodeName Falcon',
    found: ['mine CodeName Falcon'],
  },
  {
    name: 'many blanks as they are written',
    pattern: 'EMP {2,8}[0-9]{6}',
    text: 'EMP     123456',
    found: ['mine EMP     123456'],
  },
  {
    name: 'few blanks beside many',
    pattern: 'PIN\\n\\n\\n[0-9]{4}',
    text: 'a      b PIN\n\n\n1234',
    found: ['mine PIN\n\n\n1234'],
  },
  {
    name: 'accents as they are written',
    pattern: 'café [0-9]+',
    text: 'le café 12',
    found: ['mine café 12'],
  },
  {
    name: 'words between invisible characters',
    pattern: 'falcon',
    text: 'fal\u200bcon',
    found: ['mine fal\u200bcon'],
  },
  {
    name: 'what stands in base64',
    pattern: 'project falcon',
    text: `x ${btoa('the project falcon is secret')} y`,
    found: [`mine ${btoa('the project falcon is secret')}`],
  },
  {
    name: 'far into a long text',
    pattern: 'PROJ-[0-9]{4}',
    text: `${filler}PROJ-1234`,
    found: ['mine PROJ-1234'],
  },
  {
    name: 'far into a long text, without a literal',
    pattern: '[0-9]{4}-[0-9]{4}',
    text: `${filler}1234-5678.`,
    found: ['mine 1234-5678'],
  },
  {
    name: 'longer than a stretch',
    pattern: 'BEGIN[a-z ]+',
    text: `${filler}BEGIN${' abc'.repeat(9_000)}.`,
    found: [`mine BEGIN${' abc'.repeat(9_000)}`],
  },
  { name: 'the start of the text only', pattern: '^The', text: filler, found: ['mine The'] },
  { name: 'nothing', pattern: 'PROJ-[0-9]{4}', text: 'PROJ-12', found: [] },
];
describe('users’ patterns find', () => {
  for (const { name, pattern, text, found: expected } of matches)
    test(name, () => expect(found(pattern, text)).toEqual(expected));
});

test('a pattern of the injection section needs no other signal, at any sensitivity', () => {
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

test('a hostile pattern on a hostile text takes linear time', () => {
  const engine = engineFor('(a|aa)+(a|aa)+b[0-9]');
  const time = (length: number) => {
    const start = performance.now();
    engine.detect('a'.repeat(length));
    return performance.now() - start;
  };
  time(2_000);
  // Linear means four times, with a margin for a busy machine; quadratic would be sixteen times, exponential
  // unlimited.
  expect(time(40_000)).toBeLessThan(time(10_000) * 14 + 200);
});
