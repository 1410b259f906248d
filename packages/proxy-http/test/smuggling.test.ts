// Tests bytes that two HTTP parsers could read as different requests. The upstream receives either the request that
// was checked, with the framing of the proxy, or no request; after an ambiguous request, its connection is closed.

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

/** `passes` is the number of harmless requests that are forwarded. The smuggled request is never forwarded. */
const cases: readonly { name: string; bytes: string; passes: 0 | 1 }[] = [
  {
    name: 'a length and chunked encoding',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n${chunked(body)}${inner}`,
    passes: 0,
  },
  {
    name: 'chunked encoding, followed by a length',
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
    name: `the chunk size ${JSON.stringify(size)}`,
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${size}\r\nhello\r\n0\r\n\r\n${inner}`,
    passes: 0 as const,
  })),
  {
    name: 'a bare LF after the size of a chunk',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\n${body}\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a bare LF after a chunk',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\r\n${body}\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a chunk that is longer than its size',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n5\r\n${body}\r\n0\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'endless chunk extensions',
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
    name: 'a header name with a space',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}X A: 1\r\n${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'an invalid version',
    bytes: `POST /mcp HTTP/1.9\r\n${fields}${length}\r\n${body}`,
    passes: 0,
  },
  {
    name: 'no version',
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
    name: 'a second message after the length of the body',
    bytes: `GET /mcp HTTP/1.1\r\n${fields}Content-Length: ${inner.length}\r\n\r\n${inner}`,
    passes: 0,
  },
  {
    name: 'a length among the trailers',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)}\r\n${body}\r\n0\r\nContent-Length: 0\r\n\r\n`,
    passes: 0,
  },
  {
    name: 'chunk extensions, and trailers with the names of headers',
    bytes: `POST /mcp HTTP/1.1\r\n${fields}Transfer-Encoding: chunked\r\n\r\n${hex(body)};a=b\r\n${body}\r\n0\r\nHost: evil.example\r\nMcp-Session-Id: other\r\n\r\n`,
    passes: 1,
  },
];

describe('ambiguous requests', () => {
  for (const { name, bytes, passes } of cases) {
    test(`${name}: ${passes === 1 ? 'forwarded as one' : 'rejected, and the connection closed'}`, async () => {
      const { client, upstream, post } = await setUp();
      const connection = client().send(Buffer.from(bytes, 'latin1'));
      if (passes === 1) expect((await connection.answer()).status).toBe(200);
      else {
        const said = await connection.until(() => false);
        expect(said.split(/HTTP\/1\.1 \d/).length - 1).toBeLessThanOrEqual(1);
      }
      // Requests on another connection still succeed.
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
