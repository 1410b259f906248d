// Uses a small program with a command group to test how arguments select a command; whole-program tests use the real
// commands.

import { expect, test } from 'vitest';
import { createOutput } from '../terminal/output.js';
import { type CommandGroup, defineCommand } from './command.js';
import { dispatch } from './dispatch.js';

const check = defineCommand({
  name: 'policy check',
  summary: 'find errors',
  usage: ['[FILE]'],
  options: {
    strict: { kind: 'flag', summary: 'treat warnings as errors' },
    json: { kind: 'flag', summary: 'print JSON' },
  },
  operands: 'some',
  passthrough: false,
  examples: [{ command: 'policy check policy.toml', note: 'one file' }],
  async run({ options, operands, output }) {
    output.result({
      json: { operands },
      text: () => `checked ${operands.join(' ')}${options.strict ? ' strictly' : ''}`,
    });
    return operands.length > 0 ? 0 : 1;
  },
});

const policy: CommandGroup = {
  kind: 'group',
  name: 'policy',
  summary: 'work with policies',
  subcommands: [{ name: 'check', summary: check.summary, load: async () => check }],
  examples: [],
};

/** A group that runs a command when only its name is given. */
const gateway: CommandGroup = {
  ...policy,
  name: 'gateway',
  loadDefault: async () =>
    defineCommand({ ...check, name: 'gateway', usage: ['[--strict]'], operands: 'none' }),
};

async function call(line: string) {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    write: (text: string) => {
      written[name] += text;
    },
  });
  const code = await dispatch(line.split(' ').filter(Boolean), {
    version: '1.2.3',
    commands: [
      { name: 'policy', summary: policy.summary, load: async () => policy },
      { name: 'gateway', summary: gateway.summary, load: async () => gateway },
    ],
    createOutput: (json) => createOutput({ stdout: sink('stdout'), stderr: sink('stderr'), env: {} }, json),
  });
  return { code, ...written };
}

const cases = [
  { line: 'policy check a b --strict', code: 0, stdout: 'checked a b strictly\n' },
  { line: 'policy check a --json', code: 0, stdout: '{"operands":["a"]}\n' },
  { line: 'policy check', code: 1, stdout: 'checked \n' },
  { line: 'policy chekc', code: 2, stderr: 'Unknown command `policy chekc`. Did you mean `policy check`?' },
  {
    line: 'policy frobnicate',
    code: 2,
    stderr: 'Unknown command `policy frobnicate`. See `clawdefender policy --help`.',
  },
  { line: 'policy check --stirct', code: 2, stderr: 'Unknown option `--stirct`. Did you mean `--strict`?' },
  {
    line: 'policy check -- a',
    code: 2,
    stderr: 'This command takes no arguments after `--`. See `clawdefender policy check --help`.',
  },
  { line: '--version', code: 0, stdout: '1.2.3\n' },
  { line: '--json --version', code: 0, stdout: '{"name":"clawdefender","version":"1.2.3"}\n' },
];
for (const { line, code, stdout = '', stderr } of cases) {
  test(`clawdefender ${line}`, async () => {
    expect(await call(line)).toEqual({ code, stdout, stderr: stderr ? `clawdefender: ${stderr}\n` : '' });
  });
}

const pages = [
  { lines: ['', 'help', '--help', '-h'], shows: 'Commands\n  policy   work with policies\n' },
  { lines: ['policy', 'policy --help', 'help policy'], shows: 'Commands\n  check  find errors\n' },
  {
    lines: ['policy check --help', 'policy check --bogus -h', 'help policy check'],
    shows: 'Usage\n  clawdefender policy check [FILE]\n\nOptions\n      --strict  treat warnings as errors\n',
  },
];
for (const { lines, shows } of pages) {
  for (const line of lines) {
    test(`help: clawdefender ${line}`, async () => {
      const { code, stdout, stderr } = await call(line);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toContain(shows);
    });
  }
}

test('the name of a command group alone runs its default command, with options', async () => {
  expect(await call('gateway --strict')).toMatchObject({ code: 1, stdout: 'checked  strictly\n' });
  expect(await call('gateway')).toMatchObject({ code: 1, stdout: 'checked \n' });
  expect(await call('gateway check a')).toMatchObject({ code: 0, stdout: 'checked a\n' });
  expect(await call('gateway --strikt')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('--strict'),
  });
  const help = (await call('gateway --help')).stdout;
  for (const part of ['gateway [--strict]', 'gateway COMMAND', '--strict']) expect(help).toContain(part);
});
