// Tests the first part of the table of edge cases: framing on stdio. The test names contain the row. Rows 18 to 21
// concern pipes and processes and are tested with the stdio proxy.

import { describe, expect, test } from 'vitest';
import { NdjsonReader } from '../src/index.js';
import { bytesOf, Exchange, notification, request, result } from './exchange.js';

/** Sends an invalid message and then a valid one, and checks that only the valid one is forwarded. */
function refusedFromClient(sent: string | Uint8Array): { answers: unknown[]; reasons: string[] } {
  const exchange = new Exchange().client(sent).client(request('next'));
  expect(exchange.serverGot).toEqual([request('next')]);
  return { answers: exchange.clientGot, reasons: exchange.diagnostics.map(({ reason }) => reason) };
}

const errorFor = (id: unknown, code: number) =>
  expect.objectContaining({ jsonrpc: '2.0', id, error: expect.objectContaining({ code }) });

const MB = 1024 * 1024;

describe('framing', () => {
  test('row 1: a message split at any byte, including inside UTF-8 and escapes', () => {
    const line = bytesOf(
      '{"jsonrpc":"2.0","id":"é😀","method":"x","params":{"a":"\\u00e9\\n","n":-1.5e+3,"t":true}}\r\n',
    );
    for (let place = 1; place < line.length; place++) {
      const exchange = new Exchange().client(line.subarray(0, place)).client(line.subarray(place));
      expect(exchange.serverBytes.equals(line)).toBe(true);
    }
  });

  test('row 2: several messages in one chunk keep their order', () => {
    const lines = Array.from({ length: 50 }, (_, i) => request(i));
    const exchange = new Exchange().client(bytesOf(`${lines.join('\n')}\n`));
    expect(exchange.serverGot).toEqual(lines);
  });

  test('row 3: CRLF is accepted and the CR is forwarded', () => {
    const exchange = new Exchange().client(`${request(1)}\r`).server(`${result(1)}\r`);
    expect(exchange.serverBytes.toString()).toBe(`${request(1)}\r\n`);
    expect(exchange.clientBytes.toString()).toBe(`${result(1)}\r\n`);
  });

  const straySpots = [
    { name: 'between two members', line: '{"jsonrpc":"2.0",\r"id":1,"method":"ping"}' },
    { name: 'before the message', line: `\r${request(1)}` },
    { name: 'twice at the end', line: `${request(1)}\r\r` },
    { name: 'between two messages', line: `${request(1)}\r${request(5)}` },
    { name: 'followed by a space', line: `${request(1)}\r ` },
  ];
  for (const { name, line } of straySpots) {
    test(`row 4: a stray CR ${name} is rejected`, () => {
      expect(refusedFromClient(line).reasons).toEqual(['a carriage return is not at the end of the line']);
      expect(new Exchange().server(line).clientBytes.toString()).toBe('');
    });
  }

  test('row 4: a CR inside a string is invalid JSON', () => {
    expect(refusedFromClient('{"jsonrpc":"2.0","id":1,"method":"a\rb"}').answers).toEqual([
      errorFor(1, -32700),
    ]);
  });

  test('row 5: a pretty-printed message is rejected line by line', () => {
    const pretty = JSON.stringify(
      { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'x' } },
      null,
      2,
    );
    const { reasons } = refusedFromClient(pretty);
    expect(reasons).toHaveLength(pretty.split('\n').length);
  });

  const malformed = [
    { name: 'a truncated message', line: '{"jsonrpc":"2.0","id":7,"method":', id: 7, code: -32700 },
    {
      name: 'a value that is not JSON before the id',
      line: '{"method":"x","params":{"a":NaN,"id":3},"jsonrpc":"2.0","id":8}',
      id: 8,
      code: -32700,
    },
    {
      name: 'an invalid version',
      line: '{"jsonrpc":"1.0","id":"é\\n","method":"x"}',
      id: 'é\n',
      code: -32600,
    },
    {
      name: 'an id that appears twice',
      line: '{"jsonrpc":"2.0","id":1,"id":2,"method":"x"}',
      id: undefined,
      code: -32600,
    },
    {
      name: 'an id only in a nested object',
      line: '{"jsonrpc":"2.0","method":"x","params":{"id":4},,}',
      id: undefined,
      code: -32700,
    },
    { name: 'text that is not JSON', line: 'GET / HTTP/1.1', id: undefined, code: -32700 },
    { name: 'a number', line: '42', id: undefined, code: -32600 },
    { name: 'an unfinished string', line: '{"jsonrpc":"2.0","id":9,"method":"x', id: 9, code: -32700 },
  ];
  for (const { name, line, id, code } of malformed) {
    test(`row 6: ${name} is never forwarded, and gets an error if an id can be read`, () => {
      expect(refusedFromClient(line).answers).toEqual(id === undefined ? [] : [errorFor(id, code)]);
    });
  }

  test('row 7: debug output of a server affects only its line', () => {
    const exchange = new Exchange().client(request(1));
    exchange.server('Server listening…').server('{not json').server(result(1));
    expect(exchange.clientGot).toEqual([JSON.parse(result(1))]);
    expect(exchange.diagnostics.map(({ sample }) => sample)).toEqual(['Server listening…\n', '{not json\n']);
  });

  test('row 7: debug output is forwarded if configured', () => {
    const exchange = new Exchange({ wire: { nonJson: 'pass' } }).server('hello');
    expect(exchange.clientBytes.toString()).toBe('hello\n');
  });

  for (const line of [
    `${request(1)}${request(2)}`,
    `${request(1)} ${request(2)}`,
    '{}{}',
    `${request(1)}\t1`,
  ]) {
    test(`row 8: two values on one line: ${line.slice(-12)}`, () => {
      expect(refusedFromClient(line).answers.length).toBeLessThanOrEqual(1);
    });
  }

  test('row 9: blank lines are dropped without an error', () => {
    const exchange = new Exchange().client(bytesOf('\n\r\n  \t\n\n')).client(request(1)).client('');
    expect(exchange.serverGot).toEqual([request(1)]);
    expect(exchange.diagnostics).toEqual([]);
  });

  const mark = Uint8Array.of(0xef, 0xbb, 0xbf);
  test('row 10: a byte order mark before the whole stream is dropped, even in chunks', () => {
    for (const pieces of [
      [mark],
      [mark.subarray(0, 1), mark.subarray(1)],
      [mark.subarray(0, 2), mark.subarray(2)],
    ]) {
      const exchange = new Exchange();
      for (const piece of pieces) exchange.client(piece);
      expect(exchange.client(request(1)).serverBytes.toString()).toBe(`${request(1)}\n`);
    }
  });

  test('row 10: a byte order mark before any other line is rejected', () => {
    const exchange = new Exchange()
      .client(request(1))
      .client(Buffer.concat([mark, bytesOf(`${request(2)}\n`)]))
      .client(request(3));
    expect(exchange.serverGot).toEqual([request(1), request(3)]);
    expect(exchange.clientGot).toEqual([errorFor(2, -32700)]);
  });

  test('row 10: an incomplete mark at the start is kept', () => {
    expect(
      refusedFromClient(Buffer.concat([mark.subarray(0, 2), bytesOf(`${request(1)}\n`)])).reasons,
    ).toHaveLength(1);
  });

  for (const control of [0x00, 0x01, 0x08, 0x0b, 0x0c, 0x1b, 0x1f, 0x7f]) {
    test(`row 11: control 0x${control.toString(16)} outside of strings is rejected`, () => {
      const line = Buffer.from(`{"jsonrpc":"2.0",#"id":1,"method":"ping"}\n`);
      line[line.indexOf('#')] = control;
      expect(refusedFromClient(line).answers).toEqual([errorFor(1, -32700)]);
    });
  }

  const unreadable = [
    { name: 'a control character', line: '{"jsonrpc":"2.0","id":1,"result":{}\0}' },
    { name: 'a byte order mark', line: '\ufeff{"jsonrpc":"2.0","id":1,"result":{}}' },
    { name: 'a missing end', line: '{"jsonrpc":"2.0","id":1,"error":{"code":1,' },
    { name: 'no result and no error', line: '{"jsonrpc":"2.0","id":1}' },
  ];
  for (const { name, line } of unreadable) {
    test(`row 11: the requester of a response with ${name} gets one error instead`, () => {
      const exchange = new Exchange().client(request('first')).client(request(1));
      exchange.server(result('first')).server(line).server(result(1));
      expect(exchange.clientGot.slice(1)).toEqual([errorFor(1, -32001)]);
      expect(exchange.serverGot).toHaveLength(2);
    });

    test(`row 11: an unrequested response with ${name} causes no error`, () => {
      const exchange = new Exchange().client(request(2)).server(notification('x')).server(line);
      expect(exchange.clientGot).toHaveLength(1);
      expect(exchange.server(result(2)).clientGot).toHaveLength(2);
    });
  }

  const debugOutput = [
    '{"level":30,"id":1,"msg":"called"}',
    '{"level":30,"id":1,"msg":"cal',
    '{"method":"ping","result":"ok","id":1}',
    'sent {"jsonrpc":"2.0","id":1,"result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"ping"\0}',
  ];
  for (const line of debugOutput) {
    test(`row 7: debug output that contains an id does not count as a response: ${JSON.stringify(line)}`, () => {
      const exchange = new Exchange().client(request(1)).server(line).server(result(1));
      expect(exchange.clientGot).toEqual([JSON.parse(result(1))]);
    });
  }

  const brokenUtf8 = [
    [0xc0, 0xaf],
    [0xed, 0xa0, 0x80],
    [0xf5, 0x80, 0x80, 0x80],
    [0xe2, 0x82],
    [0x80],
    [0xff],
  ];
  for (const bytes of brokenUtf8) {
    const hex = Buffer.from(bytes).toString('hex');
    const around = (before: string, after: string) =>
      Buffer.concat([bytesOf(before), Uint8Array.from(bytes), bytesOf(after)]);

    test(`row 12: invalid UTF-8 ${hex} from a client is rejected`, () => {
      const line = around('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"', '"}}\n');
      expect(refusedFromClient(line).answers).toEqual([errorFor(1, -32700)]);
    });

    test(`row 12: invalid UTF-8 ${hex} from a server is forwarded, and decoded as every client decodes it`, () => {
      const line = around('{"jsonrpc":"2.0","id":1,"result":{"a":"', '"}}\n');
      const exchange = new Exchange().client(request(1)).server(line);
      expect(exchange.clientBytes.equals(line)).toBe(true);
      const strict = new Exchange({ wire: { strict: true } }).client(request(1)).server(line);
      expect(strict.clientGot).toEqual([errorFor(1, -32001)]);
    });
  }

  test('row 12: an invalid sequence does not hide the following quote', () => {
    const line = Buffer.concat([
      bytesOf('{"jsonrpc":"2.0","id":1,"result":"'),
      Uint8Array.of(0xe2),
      bytesOf('","x":1}\n'),
    ]);
    const [message] = new NdjsonReader({ sender: 'server' }).push(line);
    expect(message).toMatchObject({ kind: 'response', value: { result: '\ufffd', x: 1 } });
  });

  test('row 13: Unicode line separators inside strings are forwarded unchanged', () => {
    const line = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"\u2028\u2029\u0085"}}';
    expect(new Exchange().client(line).serverGot).toEqual([line]);
  });

  test('row 14: lone surrogates are forwarded unchanged and can be read', () => {
    const line = '{"jsonrpc":"2.0","id":"\\ud800","method":"x","params":{"a":"\\udfff"}}';
    const exchange = new Exchange().client(line).client(line);
    expect(exchange.serverGot).toEqual([line]);
    expect(exchange.clientBytes.toString()).toContain('"id":"\\ud800"');
  });

  test('row 15: a message over the limit is rejected with its id and the stream continues', () => {
    const head = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"';
    const exchange = new Exchange().client(bytesOf(head));
    for (let i = 0; i < 12; i++) exchange.client(new Uint8Array(MB).fill(0x61));
    exchange.client('"}}').client(request(2));
    expect(exchange.clientGot).toEqual([errorFor(1, -32600)]);
    expect(exchange.serverGot).toEqual([request(2)]);
  });

  test('row 15: the id is found after the limit as well', () => {
    const exchange = new Exchange().client(bytesOf('{"method":"x","params":{"a":"'));
    for (let i = 0; i < 12; i++) exchange.client(new Uint8Array(MB).fill(0x61));
    expect(exchange.client('"},"jsonrpc":"2.0","id":"late"}').clientGot).toEqual([errorFor('late', -32600)]);
  });

  test('row 15: 20 MB without a newline are rejected and skipped up to the next newline', () => {
    const exchange = new Exchange().client(bytesOf('{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":"'));
    for (let i = 0; i < 21; i++) exchange.client(new Uint8Array(MB).fill(0x61));
    expect(exchange.clientGot).toEqual([errorFor(1, -32600)]);
    // The text that looks like a message is still part of the string.
    exchange
      .client(bytesOf(`"}}${request(2)}`))
      .client(bytesOf(`${request(3)}\n`))
      .client(request(4));
    expect(exchange.serverGot).toEqual([request(4)]);
    expect(exchange.clientGot).toHaveLength(1);
  });

  test('row 15: a response over the limit becomes an error with the id of its call', () => {
    const exchange = new Exchange()
      .client(request(1))
      .server(bytesOf('{"jsonrpc":"2.0","id":1,"result":{"a":"'));
    for (let i = 0; i < 12; i++) exchange.server(new Uint8Array(MB).fill(0x61));
    exchange.server('"}}').server(notification('notifications/message'));
    expect(exchange.clientGot[0]).toMatchObject({
      id: 1,
      error: { code: -32001, data: { rule: 'limits.max_message', action: 'blocked' } },
    });
    expect(exchange.clientGot).toHaveLength(2);
  });

  test('row 15: a message of exactly 10 MB is forwarded, and a message with one more byte is not', () => {
    const frame = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":""}}';
    const line = (size: number) => frame.replace('""', `"${'a'.repeat(size - frame.length)}"`);
    expect(new Exchange().client(line(10 * MB)).serverBytes.length).toBe(10 * MB + 1);
    expect(new Exchange().client(line(10 * MB + 1)).serverBytes.length).toBe(0);
  });

  test('row 16: deep nesting is rejected without recursion', () => {
    const deep = (levels: number) =>
      `{"jsonrpc":"2.0","method":"x","params":${'['.repeat(levels)}${']'.repeat(levels)},"id":1}`;
    expect(refusedFromClient(deep(500_000)).answers).toEqual([errorFor(1, -32600)]);
    expect(new Exchange().client(deep(127)).serverBytes.length).toBeGreaterThan(0);
    expect(refusedFromClient(deep(128)).answers).toEqual([errorFor(1, -32600)]);
  });

  test('row 17: a last message without its newline is ignored', () => {
    const exchange = new Exchange().client(bytesOf(request(1)));
    exchange.relay.clientEnded();
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.diagnostics).toMatchObject([
      { from: 'client', reason: 'the stream ended before the newline' },
    ]);
  });
});
