// Tests that memory stays bounded whatever the two peers do. The peak memory is read from the system, which is possible
// on Linux only.

import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { Running } from '../running-proxy.js';

const MB = 1024 * 1024;
/**
 * The limit in MB. Node itself needs about 50 MB; the rest is enough for two messages of the largest size and their
 * chunks.
 */
const LIMIT = 180;

/** The server writes this before it reads anything. */
const endless = [
  { name: 'endless', arguments: { size: 100 * MB } },
  { name: 'print', arguments: { text: '' } },
].flatMap((call) => ['--start', JSON.stringify(call)]);

const supported = process.platform === 'linux';
if (!supported) console.warn('SKIPPED: peak memory can only be read on Linux');

describe.runIf(supported)('memory', () => {
  test('row 18: with a slow client and a flooding server', async () => {
    const running = new Running(['--forget']);
    const { stdout } = running.child;
    if (stdout === null) throw new Error('no stdout');
    let bytes = 0;
    let peak = 0;
    stdout.removeAllListeners('data');
    stdout.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      peak = running.peakMemory || peak;
      stdout.pause();
      setImmediate(() => stdout.resume());
      // The input is closed only at this point, because a server that is still writing when its client has disconnected
      // is killed after some time.
      if (bytes > 3000 * 100_000) running.child.stdin?.end();
    });
    running.start('flood', { count: 3000, size: 100_000 });
    await running.ended();
    expect(bytes).toBeGreaterThan(3000 * 100_000);
    expect(peak).toBeLessThan(LIMIT);
  });

  test('row 18: with a server that reads slowly and a flooding client', async () => {
    const running = new Running(['--forget']);
    await running.call('pause', { milliseconds: 500 });
    const line = `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":"${'x'.repeat(100_000)}"}}\n`;
    for (let i = 0; i < 3000; i++)
      if (!running.send(Buffer.from(line))) await once(running.child.stdin as NodeJS.EventEmitter, 'drain');
    await running.call('echo');
    expect(running.peakMemory).toBeLessThan(LIMIT);
    running.child.stdin?.end();
    await running.ended();
  });

  for (const from of ['client', 'server'] as const) {
    test(`row 15: with 100 MB without a newline from the ${from}`, async () => {
      const running = new Running(['--forget', ...(from === 'server' ? endless : [])]);
      if (from === 'client') {
        const piece = Buffer.alloc(MB, 'x');
        for (let i = 0; i < 100; i++)
          if (!running.send(piece)) await once(running.child.stdin as NodeJS.EventEmitter, 'drain');
        running.send('');
      }
      expect(await running.call('echo', { alive: true })).toEqual({ alive: true });
      expect(running.peakMemory).toBeLessThan(LIMIT);
      running.child.stdin?.end();
      await running.ended();
    });
  }
});
