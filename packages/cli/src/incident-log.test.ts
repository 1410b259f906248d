import type { Incident } from '@claw/proxy-stdio';
import { expect, test } from 'vitest';
import { createIncidentLog } from './incident-log.js';

function createStream() {
  const stream = {
    lines: [] as string[],
    writableLength: 0,
    write: (text: string) => {
      stream.lines.push(text);
    },
  };
  return stream;
}

const cases: readonly { name: string; server?: string; incident: Incident; line: string }[] = [
  {
    name: 'debug output of a server is shown, without its control characters',
    server: 'notes',
    incident: {
      from: 'server',
      outcome: 'dropped',
      reason: 'it is not JSON',
      sample: '[info] ready\u001b[2J\r',
    },
    line: 'notes: dropped, from the server: not JSON, servers must log to stderr: [info] ready\\u001b[2J',
  },
  {
    name: 'debug output that passes is shown as such',
    incident: { from: 'server', outcome: 'passed on', reason: 'it is not JSON', sample: 'ready' },
    line: 'passed on, from the server: not JSON, servers must log to stderr: ready',
  },
  {
    name: 'what a client sent is not shown',
    incident: { from: 'client', outcome: 'refused', reason: 'its key "a" appears twice', sample: 'hunter2' },
    line: 'refused, from the client: its key "a" appears twice',
  },
  {
    name: 'a refused message of a server is not shown',
    incident: { from: 'server', outcome: 'refused', reason: 'it is not an object', sample: '"hunter2"' },
    line: 'refused, from the server: it is not an object',
  },
  ...['{"result":"hunter2', ' [ {"result":"hunter2'].map((sample) => ({
    name: `half a message of a server is not shown: ${sample}`,
    incident: { from: 'server', outcome: 'dropped', reason: 'it is not JSON', sample } as const,
    line: 'dropped, from the server: it is not JSON',
  })),
  {
    name: 'an incident without a sample',
    incident: { from: 'server', outcome: 'passed on', reason: 'it answers a request that nobody made' },
    line: 'passed on, from the server: it answers a request that nobody made',
  },
];
for (const { name, server, incident, line } of cases) {
  test(name, () => {
    const stream = createStream();
    createIncidentLog(() => stream, server)(incident);
    expect(stream.lines).toEqual([`clawdefender: ${line}\n`]);
  });
}

test('a stderr that nobody reads does not fill the memory', () => {
  const tooLong: Incident = { from: 'server', outcome: 'refused', reason: 'too long' };
  const stream = createStream();
  const log = createIncidentLog(() => stream, undefined);
  stream.writableLength = 1_000_000;
  for (let count = 0; count < 3; count++) log(tooLong);
  stream.writableLength = 0;
  log(tooLong);
  expect(stream.lines).toEqual([
    'clawdefender: 3 more incidents were not printed\n',
    'clawdefender: refused, from the server: too long\n',
  ]);
});

test('a peer that misbehaves without pause is counted, not quoted', () => {
  const stream = createStream();
  const log = createIncidentLog(() => stream, undefined);
  for (let i = 0; i < 1000; i++) log({ from: 'server', outcome: 'dropped', reason: 'it is not JSON' });
  expect(stream.lines.length).toBeLessThan(130);
  expect(stream.lines.at(-2)).toBe('clawdefender: 99 more incidents were not printed\n');
});
