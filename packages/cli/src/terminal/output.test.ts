import { expect, test } from 'vitest';
import { createOutput } from './output.js';

function capture(terminal: boolean, env: NodeJS.ProcessEnv, json: boolean) {
  const written = { stdout: '', stderr: '' };
  const sink = (name: 'stdout' | 'stderr') => ({
    isTTY: terminal,
    write: (text: string) => {
      written[name] += text;
    },
  });
  return { written, output: createOutput({ stdout: sink('stdout'), stderr: sink('stderr'), env }, json) };
}

const cases = [
  {
    name: 'output to a terminal has colours',
    terminal: true,
    env: {},
    json: false,
    stdout: '\u001b[1mtext\u001b[22m\n',
  },
  {
    name: 'NO_COLOR disables colours',
    terminal: true,
    env: { NO_COLOR: '1' },
    json: false,
    stdout: 'text\n',
  },
  {
    name: 'an empty NO_COLOR has no effect',
    terminal: true,
    env: { NO_COLOR: '' },
    json: false,
    stdout: '\u001b[1mtext\u001b[22m\n',
  },
  {
    name: 'a dumb terminal gets no colours',
    terminal: true,
    env: { TERM: 'dumb' },
    json: false,
    stdout: 'text\n',
  },
  { name: 'a pipe gets no colours', terminal: false, env: {}, json: false, stdout: 'text\n' },
  { name: 'JSON is one line without colours', terminal: true, env: {}, json: true, stdout: '{"a":1}\n' },
];
for (const { name, terminal, env, json, stdout } of cases) {
  test(name, () => {
    const { written, output } = capture(terminal, env, json);
    output.result({ json: { a: 1 }, text: (colour) => colour.bold('text') });
    expect(written).toEqual({ stdout, stderr: '' });
  });
}

for (const { columns, width } of [
  { columns: 0, width: 80 },
  { columns: undefined, width: 80 },
  { columns: 20, width: 40 },
  { columns: 120, width: 120 },
])
  test(`lines are ${width} wide on a terminal with ${columns} columns`, () => {
    let text = '';
    const stdout = { isTTY: true, columns, write: (piece: string) => (text += piece) };
    const output = createOutput({ stdout, stderr: stdout, env: {} } as never, false);
    output.result({ json: 0, text: (_colour, wrap) => wrap('word '.repeat(100).trim()) });
    const longest = Math.max(...text.split('\n').map((line) => line.length));
    expect(longest).toBeLessThanOrEqual(width);
    expect(longest).toBeGreaterThan(width - 5);
  });

test('an error is one line on stderr, even if it contains untrusted text', () => {
  const { written, output } = capture(true, {}, true);
  output.error('unknown command `a\nb`');
  expect(written).toEqual({ stdout: '', stderr: 'clawdefender: unknown command `a\\nb`\n' });
});
