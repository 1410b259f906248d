import type { MessageDiagnostic } from '@claw/proxy-stdio';
import { expect, test } from 'vitest';
import { printable } from '../terminal/printable.js';
import { createDiagnostics } from './diagnostics.js';
import { createRelayDiagnostics } from './relay-diagnostics.js';

function createStderr() {
  const stderr = {
    lines: [] as string[],
    writableLength: 0,
    error: (text: string) => {
      stderr.lines.push(printable(text));
    },
  };
  return stderr;
}

const reportTo = (stderr: ReturnType<typeof createStderr>, readsStdout = true) =>
  createRelayDiagnostics(createDiagnostics(stderr, 'notes'), {
    bufferedBytes: () => stderr.writableLength,
    readsStdout,
  });

const cases: readonly { name: string; diagnostic: MessageDiagnostic; line: string }[] = [
  {
    name: 'debug output of a server is shown, without its control characters',
    diagnostic: {
      from: 'server',
      outcome: 'dropped',
      reason: 'it is not JSON',
      sample: '[info] ready\u001b[2J\r',
    },
    line: 'Dropped a message from the server: not JSON (servers must log to stderr): [info] ready\\u001b[2J',
  },
  {
    name: 'debug output that is forwarded is shown as forwarded',
    diagnostic: { from: 'server', outcome: 'forwarded', reason: 'it is not JSON', sample: 'ready' },
    line: 'Forwarded a message from the server: not JSON (servers must log to stderr): ready',
  },
  {
    name: 'a message from a client is not shown',
    diagnostic: {
      from: 'client',
      outcome: 'refused',
      reason: 'key "a" appears twice',
      sample: 'hunter2',
    },
    line: 'Rejected a message from the client: key "a" appears twice',
  },
  {
    name: 'a rejected message from a server is not shown',
    diagnostic: {
      from: 'server',
      outcome: 'refused',
      reason: 'the message is not an object',
      sample: '"hunter2"',
    },
    line: 'Rejected a message from the server: the message is not an object',
  },
  ...['{"result":"hunter2', ' [ {"result":"hunter2'].map((sample) => ({
    name: `an incomplete message from a server is not shown: ${sample}`,
    diagnostic: { from: 'server', outcome: 'dropped', reason: 'it is not JSON', sample } as const,
    line: 'Dropped a message from the server: it is not JSON',
  })),
  {
    name: 'a diagnostic without a sample',
    diagnostic: { from: 'server', outcome: 'forwarded', reason: 'the response has an unknown id: 7' },
    line: 'Forwarded a message from the server: the response has an unknown id: 7',
  },
];
for (const { name, diagnostic, line } of cases) {
  test(name, () => {
    const stderr = createStderr();
    reportTo(stderr)(diagnostic);
    expect(stderr.lines).toEqual([`notes: ${line}`]);
  });
}

test('a stderr that nobody reads does not use unlimited memory', () => {
  const tooLong: MessageDiagnostic = { from: 'server', outcome: 'refused', reason: 'too long' };
  const stderr = createStderr();
  const report = reportTo(stderr);
  stderr.writableLength = 1_000_000;
  for (let count = 0; count < 3; count++) report(tooLong);
  stderr.writableLength = 0;
  report(tooLong);
  expect(stderr.lines).toEqual([
    'notes: 3 similar events not shown.',
    'notes: Rejected a message from the server: too long',
  ]);
});

test('repeated errors from one peer are counted instead of being quoted', () => {
  const stderr = createStderr();
  const report = reportTo(stderr);
  for (let i = 0; i < 1000; i++) report({ from: 'server', outcome: 'dropped', reason: 'it is not JSON' });
  expect(stderr.lines.length).toBeLessThan(130);
  expect(stderr.lines.at(-2)).toBe('notes: 99 similar events not shown.');
});

test('over HTTP, text that is no message is not shown', () => {
  const stderr = createStderr();
  const sample = 'hunter2';
  reportTo(stderr, false)({ from: 'server', outcome: 'dropped', reason: 'it is not JSON', sample });
  expect(stderr.lines.join()).toContain('Dropped a message from the server: it is not JSON');
  expect(stderr.lines.join()).not.toContain(sample);
});
