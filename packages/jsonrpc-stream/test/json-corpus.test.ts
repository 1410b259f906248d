// Runs the JSON parser cases of the JSONTestSuite (MIT), each inside a message: valid JSON is forwarded unchanged,
// invalid JSON never reaches the server, and the next message does.

import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Exchange, request } from './exchange.js';

interface Row {
  readonly id: string;
  readonly label: 'accept' | 'reject' | 'either';
  readonly b64: string;
}

const rows: Row[] = readFileSync(new URL('../../../fixtures/corpora/json.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));

const around = (id: number, inner: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from(`{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"x","arguments":{"v":`),
    inner,
    Buffer.from('}}}\n'),
  ]);

/** Replaces line feeds with spaces, because a line feed ends a message. */
const onOneLine = (text: Buffer): Buffer =>
  Buffer.from(text.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte)));

describe('JSON test suite', () => {
  for (const { id, label, b64 } of rows) {
    test(`${label}: ${id}`, () => {
      const text = Buffer.from(b64, 'base64');
      const exchange = new Exchange();
      const sent = around(1, label === 'accept' ? onOneLine(text) : text);
      exchange.client(sent).client(request(2));
      const received = exchange.serverBytes;
      if (label === 'accept') expect(received.subarray(0, sent.length).equals(sent)).toBe(true);
      if (label === 'reject') expect(exchange.serverGot).toEqual([request(2)]);
      // In cases where parsers may differ, either all bytes are forwarded unchanged or none.
      if (label === 'either') expect([sent.length, 0]).toContain(received.length - request(2).length - 1);
      expect(exchange.serverGot.at(-1)).toBe(request(2));
    });
  }
});
