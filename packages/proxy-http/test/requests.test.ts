// Tests requests of clients, row by row of the table of edge cases, with real bytes over a socket and an upstream
// that records what it receives. Requests that are rejected must not reach the upstream.

import { gzipSync } from 'node:zlib';
import { createErrorResponse, ErrorCode, type Message, parseMessage } from '@claw/jsonrpc-stream';
import { describe, expect, test } from 'vitest';
import { call, type PostOptions, postBytes } from './raw-client.js';
import { answerJson } from './recording-upstream.js';
import { inspect, paramsOf, setUp } from './setup.js';

const modern = (id: number, params: object, method = 'tools/call') =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method,
    params: { ...params, _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  });

interface Case {
  readonly name: string;
  readonly body?: string | Buffer;
  readonly options?: PostOptions;
  readonly status: number;
  readonly code?: number;
}

const typed = (type: string): PostOptions => ({ headers: { 'Content-Type': type } });

const refused: Case[] = [
  { name: '45 utf-7', options: typed('application/json; charset=utf-7'), status: 415 },
  {
    name: '45 utf-16',
    body: Buffer.from(call(1), 'utf16le'),
    options: typed('application/json; charset=utf-16'),
    status: 415,
  },
  { name: '45 utf-32', options: typed('application/json; charset=utf-32'), status: 415 },
  { name: '45 latin1', options: typed('application/json;charset="iso-8859-1"'), status: 415 },
  {
    name: '45 a repeated charset',
    options: typed('application/json; charset=utf-8; charset=utf-7'),
    status: 415,
  },
  { name: '45 invalid quoting', options: typed('application/json; charset="utf\\-8'), status: 415 },
  { name: '45 two types in one field', options: typed('application/json, text/plain'), status: 415 },
  { name: '45 two fields', options: typed('application/json\r\nContent-Type: text/plain'), status: 400 },
  {
    name: '46 gzip',
    body: gzipSync(call(1)),
    options: { headers: { 'Content-Encoding': 'gzip' } },
    status: 415,
  },
  { name: '46 two encodings', options: { headers: { 'Content-Encoding': 'gzip, br' } }, status: 415 },
  {
    name: '46 an unknown encoding',
    options: { headers: { 'Content-Encoding': 'x-rot13' } },
    status: 415,
  },
  { name: '48 text/plain', options: typed('text/plain'), status: 415 },
  { name: '48 no type', options: typed(''), status: 415 },
  { name: '48 a form', options: typed('application/x-www-form-urlencoded'), status: 415 },
  { name: '48 a type that begins like JSON', options: typed('application/json-seq'), status: 415 },
  {
    name: '49 a length and chunked encoding',
    options: { headers: { 'Transfer-Encoding': 'chunked' } },
    status: 400,
  },
  {
    name: '49 two lengths',
    options: { headers: { 'Content-Length': '10\r\nContent-Length: 20' } },
    status: 400,
  },
  {
    name: '49 a repeated chunked encoding',
    options: { headers: { 'Content-Length': '', 'Transfer-Encoding': 'chunked, chunked' } },
    status: 400,
  },
  {
    name: '49 a transfer encoding that is not chunked',
    options: { headers: { 'Content-Length': '', 'Transfer-Encoding': 'gzip' } },
    status: 501,
  },
  {
    name: '49 an unsupported expectation',
    options: { headers: { Expect: 'a-miracle' } },
    status: 417,
  },
  { name: '51 PUT', options: { method: 'PUT' }, status: 400 },
  { name: '51 PATCH without a body', body: '', options: { method: 'PATCH' }, status: 405 },
  { name: '51 another path', options: { path: '/admin' }, status: 404 },
  { name: '51 a path of the upstream', options: { path: '/upstream/mcp' }, status: 404 },
  {
    name: '51 discovery of an authorization server',
    body: '',
    options: { path: '/.well-known/oauth-authorization-server', method: 'GET' },
    status: 404,
  },
  { name: '52 two slashes', options: { path: '//mcp' }, status: 404 },
  { name: '52 an encoded letter', options: { path: '/%6dcp' }, status: 404 },
  { name: '52 dots', options: { path: '/x/../mcp' }, status: 404 },
  { name: '52 encoded dots', options: { path: '/mcp/%2e%2e/admin' }, status: 404 },
  { name: '52 capitals', options: { path: '/MCP' }, status: 404 },
  { name: '52 a backslash', options: { path: '/\\mcp' }, status: 404 },
  ...[
    '/mcp#x',
    '/mcp;x',
    '/mcp/x',
    '/mcp//',
    '/./mcp',
    '/mcp%20',
    '/mcp%00',
    '/sse/../mcp',
    '*',
    'file:///mcp',
  ].map((path) => ({ name: `52 the path \`${path}\``, options: { path }, status: 404 })),
  {
    name: '52 a URL with a user name and a password',
    options: { path: 'http://a:b@localhost/mcp' },
    status: 400,
  },
  { name: '52 a path without its leading slash', options: { path: 'mcp' }, status: 400 },
  { name: '52 half a URL', options: { path: 'http:/mcp' }, status: 400 },
  { name: '52 a URL without a host', options: { path: 'http:///mcp' }, status: 400 },
  { name: '52 a URL with another host', options: { path: 'http://elsewhere.example/mcp' }, status: 400 },
  { name: '53 a foreign host', options: { host: 'evil.example' }, status: 403 },
  { name: '53 a host that begins like ours', options: { host: 'localhost.evil.example' }, status: 403 },
  ...[
    'localhost.',
    'localhost:80:80',
    'localhost@evil.example',
    '127.0.0.1.evil.example',
    '127.1',
    '2130706433',
  ].map((host) => ({ name: `53 the host \`${host}\``, options: { host }, status: 403 })),
  ...['[::ffff:127.0.0.1]', '[::]', '[::1%25lo]', '::1', '0.0.0.0'].map((host) => ({
    name: `53 the host \`${host}\``,
    options: { host },
    status: 403,
  })),
  ...[
    'http://localhost.',
    'http://LOCALHOST',
    'http://localhost@evil.example',
    'http://localhost:80/path',
    'http://127.0.0.1.evil.example',
    'http://[::1%25lo]',
    'http://localhost, https://evil.example',
    'file://',
    'data:',
    'https://evil.example#localhost',
    '',
  ].map((origin) => ({
    name: `53 the origin \`${origin}\``,
    body: call(1),
    options: { headers: { Origin: origin === '' ? ' ' : origin } },
    status: 403,
  })),
  { name: '53 two hosts', options: { host: 'localhost\r\nHost: evil.example' }, status: 400 },
  { name: '53 no host', options: { host: '' }, status: 400 },
  { name: '53 a foreign origin', options: { headers: { Origin: 'https://evil.example' } }, status: 403 },
  { name: '53 the origin `null`', options: { headers: { Origin: 'null' } }, status: 403 },
  {
    name: '53 an origin that begins like ours',
    options: { headers: { Origin: 'http://localhost.evil.example' } },
    status: 403,
  },
  {
    name: '54 `Connection` names a header that must be forwarded',
    options: { headers: { Connection: 'Mcp-Session-Id', 'Mcp-Session-Id': 'x' } },
    status: 400,
  },
  {
    name: '56 two session ids',
    options: { headers: { 'Mcp-Session-Id': 'a\r\nMcp-Session-Id: b' } },
    status: 400,
  },
  {
    name: '56 a session id in a header that some servers read as `Mcp-Session-Id`',
    options: { headers: { Mcp_Session_Id: 'other' } },
    status: 400,
  },
  {
    name: '49 a content length in such a header',
    options: { headers: { Transfer_Encoding: 'chunked' } },
    status: 400,
  },
  { name: '58 a parameter in such a header', options: { headers: { 'Mcp-Param_Path': '/' } }, status: 400 },
  {
    name: '58 a repeated parameter of an unknown tool',
    options: { headers: { 'Mcp-Param-Path': '/a\r\nMcp-Param-Path: /b' } },
    status: 400,
  },
  {
    name: '57 another protocol version than in the body',
    body: modern(1, { name: 'x' }),
    options: { headers: { 'MCP-Protocol-Version': '2025-11-25' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 another method than in the body',
    options: { headers: { 'Mcp-Method': 'tools/list' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 a method in another case',
    options: { headers: { 'Mcp-Method': 'Tools/Call' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 a method for a batch',
    body: `[${call(1)}]`,
    options: { headers: { 'Mcp-Method': 'tools/call' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 another name than in the body',
    body: modern(1, { name: 'rm' }),
    options: { headers: { 'Mcp-Name': 'ls' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 another URI than in the body',
    body: modern(1, { uri: 'file:///a' }, 'resources/read'),
    options: { headers: { 'Mcp-Name': 'file:///b' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 another encoded name',
    body: modern(1, { name: 'é' }),
    options: { headers: { 'Mcp-Name': '=?base64?w6g=?=' } },
    status: 400,
    code: -32020,
  },
  {
    name: '58 a name that is not encoded correctly',
    body: modern(1, { name: 'é' }),
    options: { headers: { 'Mcp-Name': '=?base64?w6k?=' } },
    status: 400,
    code: -32020,
  },
  { name: '22 an empty batch', body: '[]', status: 400, code: -32600 },
  { name: '22 a batch in a batch', body: `[[${call(1)}]]`, status: 200, code: -32600 },
  {
    name: '22 `initialize` in a batch',
    body: '[{"jsonrpc":"2.0","id":1,"method":"initialize"}]',
    status: 200,
    code: -32600,
  },
  {
    name: '23 a duplicate key',
    body: '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/call"}',
    status: 200,
    code: -32600,
  },
  { name: '6 half a message', body: '{"jsonrpc":"2.0","id":1', status: 200, code: -32700 },
  { name: '6 text that is not JSON', body: 'hello', status: 400, code: -32700 },
  { name: '6 two messages', body: `${call(1)}\n${call(2)}`, status: 400, code: -32700 },
  { name: '10 a byte order mark', body: `\uFEFF${call(1)}`, status: 200, code: -32700 },
  {
    name: '12 text that is not UTF-8',
    body: Buffer.from([...Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'), 0xff, 0x22, 0x7d]),
    status: 200,
    code: -32700,
  },
  { name: '9 white space', body: ' \n ', status: 400 },
  {
    name: '11 a line feed inside a string, which a lenient server would accept',
    body: call(1, { name: 'run', arguments: { command: 'echo hi' } }).replace('hi', 'hi\nrm -r x'),
    status: 200,
    code: -32700,
  },
  {
    name: '11 a carriage return inside a key',
    body: call(1, { name: 'run', arguments: { command: 'ls' } }).replace('command', 'comm\rand'),
    status: 200,
    code: -32700,
  },
  {
    name: '70 a WebSocket',
    body: '',
    options: { method: 'GET', headers: { Connection: 'Upgrade', Upgrade: 'websocket' } },
    status: 501,
  },
  {
    name: '70 HTTP/2 by upgrade',
    options: {
      headers: { Connection: 'Upgrade, HTTP2-Settings', Upgrade: 'h2c', 'HTTP2-Settings': 'AAMAAABkAAQ' },
    },
    status: 501,
  },
];

describe('rejected and not sent upstream', () => {
  for (const { name, body = call(1), options, status, code } of refused) {
    test(name, async () => {
      const { post, upstream } = await setUp();
      const answer = await post(body, options);
      expect(answer.status).toBe(status);
      if (code !== undefined) expect([JSON.parse(answer.body)].flat()[0].error.code).toBe(code);
      expect(upstream.received).toEqual([]);
    });
  }

  test('70 a tunnel', async () => {
    const { client, upstream } = await setUp();
    const text = await client()
      .send('CONNECT elsewhere:443 HTTP/1.1\r\nHost: elsewhere:443\r\n\r\n')
      .until(() => false);
    expect(text).toMatch(/^HTTP\/1.1 405 /);
    expect(upstream.received).toEqual([]);
  });

  test('70 HTTP/2 from the first byte', async () => {
    const { client, upstream } = await setUp();
    const text = await client()
      .send('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n')
      .until(() => false);
    expect(text).toMatch(/^HTTP\/1.1 400 /);
    expect(upstream.received).toEqual([]);
  });

  test('49 a second request inside the first is not processed', async () => {
    const { client, upstream } = await setUp();
    const hidden = postBytes(call(2)).toString();
    const text = `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${hidden}`;
    const answer = await client()
      .send(text)
      .until(() => false);
    expect(answer).toMatch(/^HTTP\/1.1 400 /);
    expect(upstream.received).toEqual([]);
  });

  test('50 a body with a declared size above the limit is rejected immediately', async () => {
    const { client, upstream } = await setUp(answerJson, { wire: { limits: { maxMessage: 1000 } } });
    const answer = await client()
      .send(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 1001\r\n\r\n{',
      )
      .answer();
    expect(answer.status).toBe(413);
    expect(upstream.received).toEqual([]);
  });

  test('50 a body that grows above the limit is rejected, whatever its declared size', async () => {
    const { client, upstream } = await setUp(answerJson, { wire: { limits: { maxMessage: 1000 } } });
    const chunk = `${(600).toString(16)}\r\n${'x'.repeat(600)}\r\n`;
    const answer = await client()
      .send(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n${chunk}${chunk}`,
      )
      .answer();
    expect(answer.status).toBe(413);
    expect(upstream.received).toEqual([]);
  });

  test('50 a body that does not arrive is rejected after a time limit', async () => {
    const { client, upstream } = await setUp(answerJson, { bodyTimeout: 20 });
    const answer = await client()
      .send(
        'POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
      )
      .answer();
    expect(answer.status).toBe(408);
    expect(upstream.received).toEqual([]);
  });

  test('50 half a body and a closed connection', async () => {
    const { client, upstream, post } = await setUp();
    const bytes = postBytes(call(1));
    const half = client().send(bytes.subarray(0, bytes.length - 5));
    await new Promise<void>((resolve) => half.socket.end(() => resolve()));
    await post(call(2));
    expect(upstream.messages).toMatchObject([{ id: 2 }]);
  });
});

const passed: Case[] = [
  { name: '45 UTF-8 in upper case', options: typed('application/json; charset=UTF-8'), status: 200 },
  { name: '45 UTF-8 in quotes', options: typed('application/json;charset="utf-8"'), status: 200 },
  { name: '48 a type in mixed case', options: typed('Application/JSON'), status: 200 },
  { name: '49 an expectation that is met', options: { headers: { Expect: '100-continue' } }, status: 100 },
  { name: '52 a slash at the end', options: { path: '/mcp/' }, status: 200 },
  { name: '52 an absolute URL', options: { path: 'http://localhost/mcp' }, status: 200 },
  {
    name: '53 a page on this machine',
    options: { headers: { Origin: 'http://localhost:6274' } },
    status: 200,
  },
  { name: '53 a host with its port', options: { host: '127.0.0.1:80' }, status: 200 },
  { name: '53 a host in upper case', options: { host: 'LOCALHOST' }, status: 200 },
  { name: '53 a host that is an IPv6 address', options: { host: '[::1]:8080' }, status: 200 },
  {
    name: '53 a page at an IPv6 address of this machine',
    options: { headers: { Origin: 'http://[::1]:5173' } },
    status: 200,
  },
  { name: '57 no protocol version', status: 200 },
  {
    name: '57 the same protocol version',
    body: modern(1, { name: 'x' }),
    options: { headers: { 'MCP-Protocol-Version': '2026-07-28' } },
    status: 200,
  },
  {
    name: '58 the same method and name',
    body: modern(1, { name: 'x' }),
    options: { headers: { 'Mcp-Method': 'tools/call', 'Mcp-Name': 'x' } },
    status: 200,
  },
  {
    name: '58 the same name, encoded',
    body: modern(1, { name: 'é' }),
    options: { headers: { 'Mcp-Name': '=?base64?w6k=?=' } },
    status: 200,
  },
  {
    name: '58 an unknown parameter',
    body: modern(1, { name: 'x' }),
    options: { headers: { 'Mcp-Param-Region': 'eu' } },
    status: 200,
  },
  { name: '5 a message on several lines', body: JSON.stringify(JSON.parse(call(1)), null, 2), status: 200 },
  { name: '22 a batch', body: ` [ ${call(1)} ,\r\n${call(2)}]`, status: 200 },
  {
    name: '25 escapes in keys',
    body: '{"jsonrpc":"2.0","\\u0069d":1,"m\\u0065thod":"tools\\/call"}',
    status: 200,
  },
  {
    name: '39 numbers with their spelling',
    body: '{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"n":12345678901234567890}}',
    status: 200,
  },
];

describe('forwarded byte for byte', () => {
  for (const { name, body = call(1), options, status } of passed) {
    test(name, async () => {
      const { post, upstream } = await setUp();
      const answer = await post(body, options);
      expect(answer.status).toBe(status);
      if (status === 200) expect(upstream.received.map((request) => request.body)).toEqual([body.toString()]);
    });
  }

  test('49 chunks, with trailers', async () => {
    const { client, upstream } = await setUp();
    const body = call(1);
    const pieces = [body.slice(0, 7), body.slice(7)].map(
      (piece) => `${piece.length.toString(16)}\r\n${piece}\r\n`,
    );
    const answer = await client()
      .send(
        `POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\nTrailer: X-Sum\r\n\r\n${pieces.join('')}0\r\nX-Sum: 1\r\n\r\n`,
      )
      .answer();
    expect(answer.status).toBe(200);
    expect(upstream.received[0]).toMatchObject({ body, headers: { 'content-length': String(body.length) } });
    expect(upstream.received[0]?.headers).not.toHaveProperty('trailer');
  });

  test('1 one byte at a time', async () => {
    const { client, upstream } = await setUp();
    const connection = client();
    connection.socket.setNoDelay(true);
    for (const byte of postBytes(call('ü'))) {
      connection.send(Buffer.from([byte]));
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect((await connection.answer()).status).toBe(200);
    expect(upstream.received[0]?.body).toBe(call('ü'));
  });

  test('54 case, order and repetitions of headers; connection headers are not forwarded', async () => {
    const { client, upstream } = await setUp();
    await client()
      .send(
        `POST /mcp HTTP/1.1\r\nhOsT: localhost\r\nX-One: 1\r\nCONTENT-type: application/json\r\nx-one: 2\r\nAuthorization: Bearer abc\r\nCookie: a=b\r\nConnection: keep-alive, X-Hop\r\nX-Hop: secret\r\nKeep-Alive: timeout=5\r\nProxy-Authorization: Basic x\r\nTE: trailers\r\nAccept-Encoding: gzip\r\nMcp-Param-A: b\r\nContent-Length: ${call(1).length}\r\n\r\n${call(1)}`,
      )
      .answer();
    const raw = upstream.received[0]?.rawHeaders ?? [];
    expect(raw.slice(4)).toEqual([
      'X-One',
      '1',
      'CONTENT-type',
      'application/json',
      'x-one',
      '2',
      'Authorization',
      'Bearer abc',
      'Cookie',
      'a=b',
      'Mcp-Param-A',
      'b',
      'Accept-Encoding',
      'identity',
      'content-length',
      String(call(1).length),
    ]);
    expect(upstream.received[0]?.headers.host).toBe(`127.0.0.1:${upstream.port}`);
  });

  test('52 the configured path is used, and a query is forwarded', async () => {
    const { post, upstream } = await setUp();
    await post(call(1), { path: '/mcp?tenant=a%20b' });
    expect(upstream.received[0]?.url).toBe('/upstream/mcp?tenant=a%20b');
  });

  test('52 nothing can be added to a configured query', async () => {
    const { post, upstream } = await setUp();
    const configured = await setUp(answerJson, { url: `${upstream.url}?key=ours` });
    expect((await configured.post(call(1), { path: '/mcp?key=theirs' })).status).toBe(400);
    expect((await configured.post(call(1))).status).toBe(200);
    expect(upstream.received.map(({ url }) => url)).toEqual(['/upstream/mcp?key=ours']);
    await post(call(1));
  });

  test('71 preflight requests are sent without credentials, because they are not authenticated', async () => {
    const { client, upstream } = await setUp((_, response) => response.writeHead(204).end(), {
      headers: { Authorization: 'Bearer ours' },
      listen: { authenticate: () => undefined },
    });
    for (const method of ['OPTIONS', 'GET'])
      await client().send(`${method} /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n`).answer();
    expect(upstream.received.map(({ method, headers }) => [method, headers.authorization])).toEqual([
      ['OPTIONS', undefined],
    ]);
  });

  test('51 OPTIONS, HEAD and DELETE are forwarded without a body', async () => {
    const { client, upstream } = await setUp(({ method }, response) =>
      response.writeHead(204, { 'access-control-allow-origin': '*', 'x-method': method }).end(),
    );
    for (const method of ['OPTIONS', 'HEAD', 'DELETE']) {
      const answer = await client().send(`${method} /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n`).answer();
      expect(answer).toMatchObject({ status: 204, headers: { 'x-method': method } });
    }
    expect(upstream.received.map(({ method }) => method)).toEqual(['OPTIONS', 'HEAD', 'DELETE']);
  });
});

describe('58 arguments that are repeated in headers', () => {
  const properties = {
    region: { type: 'string', 'x-mcp-header': 'Region' },
    code: { type: 'string', 'x-mcp-header': 'Area_Code' },
    where: { type: 'object', properties: { depth: { type: 'number', 'x-mcp-header': 'Depth' } } },
  };
  const tools = [{ name: 'find', inputSchema: { type: 'object', properties } }];
  const find = modern(2, { name: 'find', arguments: { region: 'é', code: '007', where: { depth: 100 } } });
  const cases = [
    {
      name: 'that match',
      headers: { 'Mcp-Param-Region': '=?base64?w6k=?=', 'Mcp-Param-Depth': '1e2' },
      status: 200,
    },
    { name: 'a header that differs', headers: { 'Mcp-Param-Region': 'e' }, status: 400 },
    {
      name: 'a header for a nested argument that differs',
      headers: { 'Mcp-Param-Depth': '99' },
      status: 400,
    },
    {
      name: 'a header that is not encoded correctly',
      headers: { 'Mcp-Param-Region': '=?base64?w6k?=' },
      status: 400,
    },
    { name: 'a text of digits', headers: { 'Mcp-Param-Area_Code': '007' }, status: 200 },
    { name: 'the same number, but not the same text', headers: { 'Mcp-Param-Area_Code': '7' }, status: 400 },
    { name: 'a hexadecimal number', headers: { 'Mcp-Param-Depth': '0x64' }, status: 400 },
    { name: 'a header that the schema does not require', headers: { 'Mcp-Param-Other': 'x' }, status: 200 },
  ];
  for (const { name, headers, status } of cases) {
    test(name, async () => {
      const { post, upstream } = await setUp(({ body }, response) => {
        const { id } = JSON.parse(body);
        const text = JSON.stringify({ jsonrpc: '2.0', id, result: { tools } });
        return response.writeHead(200, { 'content-type': 'application/json' }).end(text);
      });
      expect((await post(find, { headers: { 'Mcp-Param-Region': 'not known yet' } })).status).toBe(200);
      await post(modern(1, {}, 'tools/list'));
      const answer = await post(find, { headers });
      expect(answer.status).toBe(status);
      if (status === 400) expect(JSON.parse(answer.body)).toMatchObject({ id: 2, error: { code: -32020 } });
      expect(upstream.received).toHaveLength(status === 200 ? 3 : 2);
    });
  }
});

describe('checked', () => {
  const LIMITED = {
    code: ErrorCode.rateLimited,
    message: 'slower',
    data: { rule: 'few', retry_after: 11.5 },
  };
  const denyShell = inspect({
    fromClient: (message: Message) =>
      message.kind === 'request' && paramsOf(message).name === 'shell'
        ? {
            kind: 'answer',
            messages: [createErrorResponse(message.id, { code: ErrorCode.denied, message: 'no shell' })],
          }
        : paramsOf(message).name === 'shell'
          ? { kind: 'drop' }
          : { kind: 'forward' },
  });

  test('40, 55 a denied call gets a 200 with an error and its id in the original spelling', async () => {
    const { post, upstream } = await setUp(answerJson, { connect: denyShell });
    const answer = await post('{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{"name":"shell"}}');
    expect(answer).toMatchObject({ status: 200, headers: { 'content-type': 'application/json' } });
    expect(answer.body).toBe('{"jsonrpc":"2.0","id":1.0,"error":{"code":-32001,"message":"no shell"}}');
    expect(upstream.received).toEqual([]);
  });

  const limitShell = inspect({
    fromClient: (message: Message) =>
      message.kind === 'request' && paramsOf(message).name === 'shell'
        ? { kind: 'answer', messages: [createErrorResponse(message.id, LIMITED)] }
        : { kind: 'forward' },
  });

  test('55 an exceeded limit gets a 429 with the time to wait, and the same error', async () => {
    const { post, upstream } = await setUp(answerJson, { connect: limitShell });
    const answer = await post(call(1, { name: 'shell' }));
    expect(answer).toMatchObject({
      status: 429,
      headers: { 'content-type': 'application/json', 'retry-after': '12' },
    });
    expect(JSON.parse(answer.body)).toEqual({ jsonrpc: '2.0', id: 1, error: LIMITED });
    expect(upstream.received).toEqual([]);
  });

  test('55 in a batch an exceeded limit is one error of several', async () => {
    const { post } = await setUp(answerJson, { connect: limitShell });
    const answer = await post(`[${call(1)},${call(2, { name: 'shell' })}]`);
    expect(answer.status).toBe(200);
    expect(answer.headers).not.toHaveProperty('retry-after');
    expect(JSON.parse(answer.body)).toMatchObject([{ id: 1 }, { id: 2, error: LIMITED }]);
  });

  test('55 an error from the server with the code of rate limits keeps its status', async () => {
    const error = { code: ErrorCode.rateLimited, message: 'busy', data: { retry: 1 } };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, error });
    const { post } = await setUp((_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(body),
    );
    expect(await post(call(1))).toMatchObject({ status: 200, body });
  });

  test('35 a denied notification is accepted and dropped', async () => {
    const { post, upstream } = await setUp(answerJson, { connect: denyShell });
    const answer = await post('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"shell"}}');
    expect(answer).toMatchObject({ status: 202, body: '' });
    expect(upstream.received).toEqual([]);
  });

  test('22 a batch with one denied call is dropped, and each call gets its own error', async () => {
    const { post, upstream } = await setUp(answerJson, { connect: denyShell });
    const answer = await post(`[${call(1)},${call(2, { name: 'shell' })}]`);
    expect(JSON.parse(answer.body)).toMatchObject([
      { id: 1, error: { code: -32600 } },
      { id: 2, error: { code: -32001 } },
    ]);
    expect(upstream.received).toEqual([]);
  });

  test('58 if a call is rewritten, its headers are rewritten as well', async () => {
    const rewrite = inspect({
      fromClient: (message: Message) => {
        const text = Buffer.from(message.bytes).toString().replace('"old"', '"nëw"').replace('"eu"', '"us"');
        return { kind: 'replace', message: parseMessage(Buffer.from(text), { sender: 'client' }) as Message };
      },
    });
    const { post, upstream } = await setUp(answerJson, { connect: rewrite });
    const body = modern(1, { name: 'old', arguments: { region: 'eu', other: 'same' } });
    await post(body, {
      headers: {
        'Mcp-Method': 'tools/call',
        'Mcp-Name': 'old',
        'Mcp-Param-Region': 'eu',
        'Mcp-Param-Other': 'same',
      },
    });
    expect(upstream.received[0]?.headers).toMatchObject({
      'mcp-method': 'tools/call',
      'mcp-name': `=?base64?${Buffer.from('nëw').toString('base64')}?=`,
      'mcp-param-region': 'us',
      'mcp-param-other': 'same',
    });
    expect(upstream.received[0]?.body).toBe(body.replace('"old"', '"nëw"').replace('"eu"', '"us"'));
  });

  test('a call is not forwarded if the inspector throws', async () => {
    const { post, upstream } = await setUp(answerJson, {
      connect: inspect({
        fromClient: () => {
          throw new Error('broken');
        },
      }),
    });
    expect(JSON.parse((await post(call(1))).body)).toMatchObject({ id: 1, error: { code: -32001 } });
    expect(upstream.received).toEqual([]);
  });
});
