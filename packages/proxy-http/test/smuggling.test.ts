// Bytes that two HTTP parsers could read as different requests. The upstream receives the request that was
// checked, with our framing, or nothing; and after an ambiguous request its connection is closed.

import { describe, expect, test } from 'vitest';
import { call, postBytes } from './raw-client.js';
import { setUp } from './setup.js';

const hidden = call(66, { name: 'smuggled' });
const inner = postBytes(hidden).toString('latin1');
const fields = 'Host: localhost\r\nContent-Type: application/json\r\n';
const body = call(1);
const length = `Content-Length: ${body.length}\r\n`;
const hex = (text: string) => text.length.toString(16);
const chunked = (text: string) => `${hex(text)}\r\n${text}\r\n0\r\n\r\n`;

/** `passes` is the number of forwarded harmless requests; the smuggled one is never forwarded. */
const cases: readonly { name: string; bytes: string; passes: 0 | 1 }[] = [
  {
    name: 'a length and chunks',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}${inner}`,
    passes: 0,
  },
  {
    name: 'chunks, and a length behind them',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\nContent-Length: 4\r\n\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  ...[
    'xchunked',
    'chunked, identity',
    'identity',
    ' chunked\r\n\t,x',
    'chunked\x0b',
    '"chunked"',
    'gzip, chunked',
  ].map((encoding) => ({
    name: `the transfer encoding ${JSON.stringify(encoding)}`,
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: ${encoding}\r\n\r\n${hex(inner)}\r\n${inner}\r\n0\r\n\r\n${inner}`,
    passes: 0 as const,
  })),
  {
    name: 'white space before the colon of the encoding',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Content-Length: 5\r\nTransfer-Encoding : chunked\r\n\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'white space before the name of the encoding',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Content-Length: 5\r\n Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  ...['+5', '0x5', '5, 5', '5,6', '-1', '5 5', '', '18446744073709551621'].map((said) => ({
    name: `the length ${JSON.stringify(said)}`,
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Content-Length: ${said}\r\n\r\n${inner}`,
    passes: 0 as const,
  })),
  ...['0x5', '5 5', '-5', '+5', '', 'fffffffffffffffff'].map((size) => ({
    name: `a chunk of the size ${JSON.stringify(size)}`,
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n${inner}`,
    passes: 0 as const,
  })),
  {
    name: 'a bare LF behind the size of a chunk',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\n${body}\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a bare LF behind a chunk',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\r\n${body}\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a chunk longer than it says',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n5\r\n${body}\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'endless extensions of a chunk',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n1;${'x'.repeat(40_000)}\r\n{\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'bare LFs in the head',
    bytes: `POST /mcp HTTP/1.1\nHost: localhost\nContent-Type: application/json\nContent-Length: ${body.length}\n\n${body}${inner}`,
    passes: 0,
  },
  {
    name: 'a CR in a header',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}X-A: 1\rContent-Length: 0\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a NUL in a header',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}X-A: 1\0\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a name of a header with a space',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}X A: 1\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a version that is none',
    bytes: `POST /mcp HTTP/1.9\r\n${fields}${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'no version at all',
    bytes: `POST /mcp\r\n${fields}${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a charset on a folded line',
    bytes: `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n ;charset=utf-16\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a second length on a folded line',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}X-A: 1\r\n Content-Length: 0\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'a message behind the body, hidden from its length',
    bytes: `GET /mcp HTTP/1.1\r\n${fields}Content-Length: ${inner.length}\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a length among the trailers',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\r\n${body}\r\n0\r\nContent-Length: 0\r\n\r\n`,
    passes: 0,
  },
  {
    name: 'extensions of a chunk, and trailers that say what headers say',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)};a=b\r\n${body}\r\n0\r\nHost: evil.example\r\nMcp-Session-Id: other\r\n\r\n`,
    passes: 1,
  },
];

describe('parsed as the same request by every parser', () => {
  for (const { name, bytes, passes } of cases) {
    test(`${name}: ${passes === 1 ? 'forwarded as one' : 'rejected, and the connection closed'}`, async () => {
      const { client, upstream, post } = await setUp();
      const connection = client().send(Buffer.from(bytes, 'latin1'));
      if (passes === 1) expect((await connection.answer()).status).toBe(200);
      else {
        const said = await connection.until(() => false);
        expect(said.split(/HTTP\/1\.1 \d/).length - 1).toBeLessThanOrEqual(1);
      }
      // Another connection is served as before.
      expect((await post(call(9))).status).toBe(200);
      const reached = upstream.received.map(({ body: said }) => said);
      expect(reached).toEqual([...(passes === 1 ? [body] : []), call(9)]);
      for (const { headers } of upstream.received) {
        expect(headers).toMatchObject({ host: `127.0.0.1:${upstream.port}` });
        expect(headers['transfer-encoding']).toBeUndefined();
        expect(headers['mcp-session-id']).toBeUndefined();
        expect(headers.trailer).toBeUndefined();
      }
    });
  }

  test('invalid data after a request with a streamed response: the stream breaks off without further output', async () => {
    const { client } = await setUp((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' }).write(': one\n\n');
    });
    const connection = client().send(postBytes(call(1)));
    await connection.until((text) => text.includes(': one'));
    const said = await connection.send('\0\0nonsense\r\n\r\n').until(() => false);
    expect(said).toMatch(/: one\n\n\r\n$/);
  });

  test('invalid data after a completed response gets a 400', async () => {
    const { client } = await setUp();
    const connection = client().send(postBytes(call(1)));
    expect((await connection.answer()).status).toBe(200);
    expect(await connection.send('\0\0nonsense\r\n\r\n').until(() => false)).toMatch(/^HTTP\/1\.1 400 /);
  });
});
