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

test('one line names the server, who spoke and what was wrong', () => {
  const stream = createStream();
  createIncidentLog(
    { stderr: stream },
    'notes',
  )({ from: 'server', reason: 'not JSON', sample: 'Listening\u001b[2J' });
  expect(stream.lines).toEqual(['clawdefender: notes: server: not JSON: Listening\\u001b[2J\n']);
});

test('a server without a name is not named', () => {
  const stream = createStream();
  createIncidentLog({ stderr: stream }, undefined)({ from: 'client', reason: 'duplicate key' });
  expect(stream.lines).toEqual(['clawdefender: client: duplicate key\n']);
});

test('a stderr that nobody reads does not fill the memory', () => {
  const stream = createStream();
  const log = createIncidentLog({ stderr: stream }, undefined);
  stream.writableLength = 1_000_000;
  for (let count = 0; count < 3; count++) log({ from: 'server', reason: 'not JSON' });
  stream.writableLength = 0;
  log({ from: 'server', reason: 'too long' });
  expect(stream.lines).toEqual([
    'clawdefender: 3 more incidents were not printed, stderr was not being read\n',
    'clawdefender: server: too long\n',
  ]);
});
