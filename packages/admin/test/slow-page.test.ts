// Tests a page that does not read: the dashboard must not store all events for it, and tells it to fetch the events
// that it missed.

import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openAuditLog } from '@claw/audit';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { startAdmin } from '../src/index.js';
import { entryOf } from './entry.js';
import { page } from './page.js';
import { emptyPorts } from './ports.js';

interface LiveMessage {
  readonly type: string;
  readonly resumed?: boolean;
  readonly items?: readonly { readonly tool?: string }[];
  readonly skipped?: number;
}

/** The maximum number of events in a group. */
const batchSize = 200;
/** This many batches are more than the buffers of the system and of the dashboard can hold. */
const batches = 12;
const long = 'x'.repeat(300);
/** With these findings, an event takes up about ten kilobytes. */
const findings = Array.from({ length: 15 }, (_, number) => ({
  kind: `${number} ${long}`,
  detector: `${number}. ${long}`,
  severity: 'high',
  where: 'result',
}));

test('live events that a page does not read are dropped, and it is told to fetch them', {
  timeout: 60_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'claw-slow-'));
  const log = openAuditLog({ folder, server: 'files', keep: 1000 });
  const admin = await startAdmin({ ...emptyPorts, auditFolder: folder, page, port: 0 });
  const token = new URL(admin.link()).hash.slice('#token='.length);
  const entered = await fetch(`http://127.0.0.1:${admin.port}/api/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ token, as: 'bearer' }),
  });
  const { bearer } = (await entered.json()) as { bearer: string };
  const connect = () => {
    const messages: LiveMessage[] = [];
    const socket = new WebSocket(`ws://127.0.0.1:${admin.port}/ws`, {
      headers: { authorization: `Bearer ${bearer}` },
    });
    socket.on('message', (data) => messages.push(JSON.parse(String(data))));
    return { socket, messages };
  };
  const record = (tool: string) => log.record(entryOf(tool, { findings }));
  const countOf = (messages: readonly LiveMessage[]) =>
    messages.reduce((sum, { items = [], skipped = 0 }) => sum + items.length + skipped, 0);
  const [slow, quick] = [connect(), connect()];
  await expect.poll(() => [slow.messages.length > 0, quick.messages.length > 0]).toEqual([true, true]);
  slow.socket.pause();
  for (let batch = 1; batch <= batches; batch++) {
    for (let count = 0; count < batchSize; count++) record('flood');
    await expect.poll(() => countOf(quick.messages), { timeout: 10_000 }).toBe(batch * batchSize);
  }

  slow.socket.resume();
  await expect
    .poll(
      () => {
        record('after');
        return slow.messages.filter(({ type }) => type === 'ready').length;
      },
      { timeout: 10_000 },
    )
    .toBe(2);
  expect(slow.messages.filter(({ type }) => type === 'ready').at(-1)).toMatchObject({ resumed: false });
  expect(countOf(slow.messages)).toBeLessThan(batches * batchSize);
  // The other page was not delayed, and was not told to start again.
  expect(quick.messages.filter(({ type }) => type === 'ready')).toHaveLength(1);
  for (const { socket } of [slow, quick]) {
    socket.terminate();
    await once(socket, 'close');
  }
  await admin.close();
  log.close();
  rmSync(folder, { recursive: true });
});
