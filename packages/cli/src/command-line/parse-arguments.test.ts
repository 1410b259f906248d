import { expect, test } from 'vitest';
import type { OptionSpecs } from './command.js';
import { type Grammar, parseArguments } from './parse-arguments.js';

const options = {
  json: { kind: 'flag', short: 'j', summary: '' },
  server: { kind: 'value', short: 's', value: 'NAME', summary: '' },
  header: { kind: 'list', value: 'HEADER', summary: '' },
} as const satisfies OptionSpecs;

const grammar: Grammar<typeof options> = { options, operands: 'some', passthrough: true };
const nothing = { json: false, server: undefined, header: [] };

const understood = [
  { name: 'no arguments', words: [], expected: {} },
  { name: 'a flag', words: ['--json'], expected: { options: { json: true } } },
  { name: 'a short flag', words: ['-j'], expected: { options: { json: true } } },
  { name: 'a value in the next word', words: ['--server', 'a'], expected: { options: { server: 'a' } } },
  { name: 'a value after =', words: ['--server=a=b'], expected: { options: { server: 'a=b' } } },
  {
    name: 'a value that begins with a dash',
    words: ['--server=-x'],
    expected: { options: { server: '-x' } },
  },
  {
    name: 'a negative number is a value',
    words: ['--server', '-1'],
    expected: { options: { server: '-1' } },
  },
  { name: 'a short option with a value', words: ['-s', 'a'], expected: { options: { server: 'a' } } },
  {
    name: 'a repeated option',
    words: ['--header', 'a: 1', '--header=b: 2'],
    expected: { options: { header: ['a: 1', 'b: 2'] } },
  },
  {
    name: 'operands around options',
    words: ['a', '--json', 'b'],
    expected: { options: { json: true }, operands: ['a', 'b'] },
  },
  { name: 'a lone dash is an operand', words: ['-'], expected: { operands: ['-'] } },
  {
    name: 'words after -- belong to another program',
    words: ['--', '--json', '--'],
    expected: { passthrough: ['--json', '--'] },
  },
  { name: 'nothing after --', words: ['--'], expected: { passthrough: [] } },
];

for (const { name, words, expected } of understood) {
  test(`valid: ${name}`, () => {
    const parsed = parseArguments(words, grammar);
    expect(parsed).toEqual({
      kind: 'parsed',
      options: { ...nothing, ...expected.options },
      operands: expected.operands ?? [],
      passthrough: expected.passthrough,
    });
  });
}

const invalid = [
  { name: 'an unknown option', words: ['--sever', 'a'], reason: 'Unknown option `--sever`' },
  { name: 'an unknown option with a value', words: ['--sever=a'], reason: 'Unknown option `--sever`' },
  {
    name: 'the name of a property that every object has',
    words: ['--constructor'],
    reason: 'Unknown option `--constructor`',
  },
  { name: 'an unknown short option', words: ['-x'], reason: 'Unknown option `-x`' },
  { name: 'a value for a flag', words: ['--json=yes'], reason: '`--json` takes no value' },
  {
    name: 'a missing value at the end',
    words: ['--server'],
    reason: '`--server` needs a value, as in `--server NAME`',
  },
  {
    name: 'a missing value before --',
    words: ['--server', '--', 'a'],
    reason: '`--server` needs a value, as in `--server NAME`',
  },
  {
    name: 'an option instead of a value',
    words: ['--server', '--json'],
    reason: '`--server` needs a value, as in `--server NAME`',
  },
  { name: 'an empty value', words: ['--server='], reason: '`--server` needs a value, as in `--server NAME`' },
  {
    name: 'an option that is given twice',
    words: ['--server=a', '--server=b'],
    reason: '`--server` is given more than once',
  },
];

for (const { name, words, reason } of invalid) {
  test(`invalid: ${name}`, () =>
    expect(parseArguments(words, grammar)).toMatchObject({ kind: 'invalid', reason }));
}

test('the error names the unexpected operand', () => {
  expect(parseArguments(['npx', '-y'], { ...grammar, operands: 'none' })).toMatchObject({
    strayOperand: 'npx',
  });
});

test('`--` is invalid for commands that take no further arguments', () => {
  expect(parseArguments(['--', 'a'], { ...grammar, passthrough: false })).toMatchObject({ kind: 'invalid' });
});
