// Tests the second part of the table of edge cases: JSON-RPC. The test names contain the row. The policy decides on
// methods, tools and arguments (rows 36 to 38) and has its own tests; these tests check what the relay guarantees.

import { describe, expect, test } from 'vitest';
import {
  type Action,
  type ConnectInspector,
  createErrorResponse,
  createRequest,
  findStrings,
  type Message,
  MessageId,
  NdjsonReader,
  type ParserOptions,
  parseMessage,
} from '../src/index.js';
import { bytesOf, Exchange, notification, request, result } from './exchange.js';

const errorFor = (id: unknown, code: number) =>
  expect.objectContaining({ jsonrpc: '2.0', id, error: expect.objectContaining({ code }) });

/** Checks that a line is rejected with an error that has this id. */
const refused = (line: string, id: unknown = 1) => {
  const exchange = new Exchange().client(line).client(request('next'));
  expect(exchange.serverGot).toEqual([request('next')]);
  expect(exchange.clientGot).toEqual(id === 'nobody' ? [] : [errorFor(id, -32600)]);
};

const passes = (line: string) => {
  const exchange = new Exchange().client(line);
  expect(exchange.serverGot).toEqual([line]);
};

/** An inspector that denies each message with this word in its method. */
const denying =
  (word: string): ConnectInspector =>
  () => {
    const judge = (message: Message): Action => {
      if (!message.method?.includes(word)) return { kind: 'forward' };
      if (message.kind !== 'request') return { kind: 'drop' };
      const error = { code: -32001, message: 'denied', data: { rule: 'test', action: 'denied' } };
      return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
    };
    return { fromClient: judge, fromServer: judge };
  };

/** An inspector that forwards everything and shows the messages to the test. */
const showing =
  (
    fromClient: (message: Message) => void,
    fromServer: (message: Message) => void = () => {},
  ): ConnectInspector =>
  () => ({
    fromClient(message) {
      fromClient(message);
      return { kind: 'forward' };
    },
    fromServer(message) {
      fromServer(message);
      return { kind: 'forward' };
    },
  });

const batch = (...lines: string[]) => `[${lines.join(',')}]`;

describe('JSON-RPC', () => {
  test('row 22: an allowed batch is forwarded unchanged', () => {
    const line = `[ ${request(1)} ,${notification('notifications/x')}, ${request('b')}]\r`;
    passes(line);
  });

  test('row 22: responses in a batch close their requests', () => {
    const exchange = new Exchange().client(batch(request(1), request(2))).server(batch(result(1), result(2)));
    expect(exchange.clientGot).toEqual([[JSON.parse(result(1)), JSON.parse(result(2))]]);
    expect(exchange.client(request(1)).serverGot).toHaveLength(2);
  });

  test('row 22: one denied entry stops the whole batch, and each request gets its own error in one array', () => {
    const exchange = new Exchange({ connect: denying('bad') });
    exchange.client(batch(request(1), request(2, 'bad'), notification('notifications/x')));
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.clientGot).toEqual([[errorFor(1, -32600), errorFor(2, -32001)]]);
    // The ids can be used again.
    expect(exchange.client(request(1)).serverGot).toEqual([request(1)]);
  });

  test('row 22: a denied notification stops the batch as well', () => {
    const exchange = new Exchange({ connect: denying('bad') }).client(batch(notification('bad'), request(1)));
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.clientGot).toEqual([[errorFor(1, -32600)]]);
  });

  test('row 22: a malformed entry stops the batch', () => {
    const exchange = new Exchange().client(batch(request(1), '{"jsonrpc":"2.0","id":2}', '7'));
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.clientGot).toEqual([[errorFor(1, -32600), errorFor(2, -32600), errorFor(null, -32600)]]);
  });

  test('row 22: a batch with a duplicate id is rejected', () => {
    const exchange = new Exchange().client(batch(request(1), request(1)));
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.clientGot).toHaveLength(1);
  });

  test('row 22: denied entries are removed from a batch of a server', () => {
    const exchange = new Exchange({ connect: denying('bad') });
    exchange.server(batch(notification('bad'), notification('notifications/x'), request(1, 'bad')));
    expect(exchange.clientGot).toEqual([[JSON.parse(notification('notifications/x'))]]);
    expect(JSON.parse(exchange.serverGot[0] as string)).toEqual([errorFor(1, -32001)]);
  });

  const badBatches = [
    { name: 'empty', line: '[]' },
    { name: 'empty with white space', line: ' [ ] ' },
    { name: 'too long', line: batch(...Array.from({ length: 101 }, (_, i) => request(i))) },
  ];
  for (const { name, line } of badBatches) test(`row 22: ${name} batch`, () => refused(line, null));

  test('row 22: 100 entries pass', () => passes(batch(...Array.from({ length: 100 }, (_, i) => request(i)))));

  test('row 22: a nested batch, and a batch with `initialize`, are rejected', () => {
    for (const line of [`[${batch(request(1))}]`, batch(request(1, 'initialize'))]) {
      const exchange = new Exchange().client(line);
      expect(exchange.serverBytes.length).toBe(0);
      expect(exchange.clientGot).toMatchObject([[{ error: { code: -32600 } }]]);
    }
  });

  test('row 22: a batch waits for the slowest of its verdicts', async () => {
    const connect: ConnectInspector = () => ({
      fromClient: (message) =>
        Promise.resolve<Action>({ kind: message.method === 'bad' ? 'drop' : 'forward' }),
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect }).client(batch(request(1), request(2)));
    await exchange.relay.idle();
    expect(exchange.serverGot).toEqual([batch(request(1), request(2))]);
  });

  const twice = [
    { name: 'method', line: '{"jsonrpc":"2.0","id":1,"method":"a","method":"b"}' },
    { name: 'method, one of them escaped', line: '{"jsonrpc":"2.0","id":1,"method":"a","m\\u0065thod":"b"}' },
    { name: 'params', line: '{"jsonrpc":"2.0","id":1,"method":"a","params":{},"params":{"x":1}}' },
    {
      name: 'in params',
      line: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","name":"b"}}',
    },
    {
      name: 'in arguments',
      line: request(1, 'tools/call', { name: 'x', arguments: {} }).replace('{}', '{"p":1,"p":2}'),
    },
    {
      name: 'deep in arguments, one of them escaped',
      line: request(1, 'tools/call', { name: 'x', arguments: {} }).replace(
        '{}',
        '{"a":[{"é":1,"\\u00e9":2}]}',
      ),
    },
    {
      name: 'in _meta',
      line: '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"_meta":{"progressToken":1,"progressToken":2}}}',
    },
    {
      name: 'among many keys',
      line: `{"jsonrpc":"2.0","id":1,"method":"x","params":{${Array.from({ length: 300 }, (_, i) => `"k${i % 299}":0`)}}}`,
    },
    {
      name: 'behind an object in between',
      line: '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":1,"b":{"a":{"c":[]}},"a":3}}',
    },
  ];
  for (const { name, line } of twice) test(`row 23: a duplicate key: ${name}`, () => refused(line));

  test('row 23: the same key in different objects is not a duplicate', () => {
    passes(
      '{"jsonrpc":"2.0","id":1,"method":"x","params":{"a":{"a":1},"b":[{"a":1},{"a":2}],"c":{"id":1,"method":"y"}}}',
    );
    passes(
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{${Array.from({ length: 5000 }, (_, i) => `"k${i}":{"k":0}`)}}}`,
    );
  });

  test('row 23: duplicate keys are forwarded inside a result, but not in its envelope', () => {
    const exchange = new Exchange().client(request(1)).client(request(2));
    const inside = '{"jsonrpc":"2.0","id":1,"result":{"a":1,"a":2}}';
    exchange.server(inside).server('{"jsonrpc":"2.0","id":2,"result":1,"result":2}');
    expect(exchange.clientBytes.toString().split('\n')[0]).toBe(inside);
    expect(exchange.clientGot[1]).toEqual(errorFor(2, -32001));
  });

  const disguised = [
    { name: 'Method beside method', line: '{"jsonrpc":"2.0","id":1,"method":"ping","Method":"tools/call"}' },
    { name: 'METHOD without method', line: '{"jsonrpc":"2.0","id":1,"METHOD":"ping"}' },
    { name: 'paramſ', line: '{"jsonrpc":"2.0","id":1,"method":"ping","param\u017f":{}}' },
    { name: 'trailing NUL', line: '{"jsonrpc":"2.0","id":1,"method":"ping","params\\u0000":{}}' },
    { name: 'zero-width', line: '{"jsonrpc":"2.0","id":1,"method":"ping","par\\u200bams":{}}' },
    { name: 'full width', line: '{"jsonrpc":"2.0","id":1,"method":"ping","ｐａｒａｍｓ":{}}' },
    { name: 'Name of a tool', line: request(1, 'tools/call', { Name: 'x' }) },
    { name: 'Kelvin sign in task', line: request(1, 'tools/call', { name: 'x', 'tas\u212a': {} }) },
    {
      name: 'params before the method',
      line: '{"jsonrpc":"2.0","id":1,"params":{"ARGUMENTS":{}},"method":"tools/call"}',
    },
    { name: 'URI of a resource', line: request(1, 'resources/read', { URI: 'file:///x' }) },
    { name: '_META', line: request(1, 'ping', { _META: {} }) },
    { name: 'in _meta', line: request(1, 'ping', { _meta: { ProgressToken: 1 } }) },
    {
      name: 'in _meta of the stateless protocol version',
      line: request(1, 'ping', { _meta: { 'io.modelcontextprotocol/ProtocolVersion': 'x' } }),
    },
  ];
  for (const { name, line } of disguised)
    test(`row 24: a key that can be confused with a protocol name: ${name}`, () => refused(line));

  const innocent = [
    request(1, 'tools/call', { name: 'x', arguments: { Name: 1, name: 2, METHOD: 3, _Meta: 4 } }),
    request(1, 'vendor/thing', { Name: 'x', ARGUMENTS: {}, URI: 1 }),
    request(1, 'tools/call', { name: 'x', vendorField: 1, Cursor: 2 }),
    '{"jsonrpc":"2.0","id":1,"method":"ping","extension":{"Method":1}}',
  ];
  for (const line of innocent)
    test(`row 24: keys that are allowed: ${line.slice(28, 90)}`, () => passes(line));

  test('row 25: escapes in keys and values are decoded', () => {
    const seen: (string | undefined)[] = [];
    const connect = showing((message) => seen.push(message.method));
    const lines = [
      '{"jsonrpc":"2\\u002e0","id":1,"m\\u0065thod":"tools\\u002fcall"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools\\/call"}',
    ];
    const exchange = new Exchange({ connect });
    for (const line of lines) exchange.client(line);
    expect(seen).toEqual(['tools/call', 'tools/call']);
    expect(exchange.serverGot).toEqual(lines);
  });

  test('row 26: __proto__ and constructor are ordinary data', () => {
    let value: unknown;
    const connect = showing((message) => {
      value = message.value;
    });
    const line = '{"jsonrpc":"2.0","id":1,"method":"x","params":{"__proto__":{"polluted":1},"list":[{}]}}';
    expect(new Exchange({ connect }).client(line).serverGot).toEqual([line]);
    const { params } = value as { params: Record<string, unknown> };
    expect(Object.keys(params)).toEqual(['__proto__', 'list']);
    expect(params['constructor']).toBeUndefined();
    expect((params['list'] as object[])[0]).not.toHaveProperty('toString');
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  const mixed = [
    '{"jsonrpc":"2.0","id":1,"method":"x","result":{}}',
    '{"jsonrpc":"2.0","id":1,"method":"x","error":{}}',
    '{"jsonrpc":"2.0","id":1,"method":5}',
    '{"jsonrpc":"2.0","id":1,"method":"x","params":"text"}',
    '{"jsonrpc":"2.0","id":1}',
  ];
  for (const line of mixed) test(`row 27: not a valid message: ${line.slice(16)}`, () => refused(line));

  test('row 27: a message with both a result and an error is rejected, from either side', () => {
    const line = '{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1,"message":"x"}}';
    expect(new Exchange().client(line).serverBytes.length).toBe(0);
    expect(new Exchange().client(request(1)).server(line).clientGot).toEqual([errorFor(1, -32001)]);
  });

  for (const line of [
    '{"jsonrpc":"2.0","id":1,"Result":{}}',
    '{"jsonrpc":"2.0","id":1,"re\\u0053ult":{}}',
    '{"jsonrpc":"2.0","id":1,"result":{},"method":"ping"}',
    '{"jsonrpc":"2.0","id":1,"ERROR":{"code":1,"message":"x"}}',
  ])
    test(`row 27: a client gets an error for an invalid response of a server: ${line.slice(23)}`, () => {
      const exchange = new Exchange().client(request(1)).server(line);
      expect(exchange.clientGot).toEqual([errorFor(1, -32001)]);
      expect(exchange.serverGot).toEqual([request(1)]);
    });

  test('row 27: an invalid request of a server gets an error, whatever requests the client has open', () => {
    const exchange = new Exchange().client(request(1));
    exchange.server('{"jsonrpc":"2.0","id":1,"Method":"ping"}').server(result(1));
    expect(exchange.clientGot).toEqual([JSON.parse(result(1))]);
    expect(exchange.serverGot.slice(1).map((line) => JSON.parse(line))).toEqual([errorFor(1, -32600)]);
  });

  test('row 27: unknown members are forwarded', () =>
    passes('{"jsonrpc":"2.0","id":1,"method":"ping","trace":[1]}'));

  for (const version of ['', '"jsonrpc":"1.0",', '"jsonrpc":2.0,', '"jsonrpc":null,', '"jsonrpc":["2.0"],']) {
    test(`row 28: version ${version || 'missing'}`, () => refused(`{${version}"id":1,"method":"ping"}`));
  }

  for (const [first, second] of [
    ['1', '1.0'],
    ['1', '1e0'],
    ['10', '1E1'],
    ['-0', '0'],
    ['0', '-0.0'],
    ['100', '1.00e2'],
  ]) {
    test(`row 29: ${first} and ${second} are the same id`, () => {
      const exchange = new Exchange().client(`{"jsonrpc":"2.0","id":${first},"method":"ping"}`);
      const again = `{"jsonrpc":"2.0","id":${second},"method":"ping"}`;
      expect(exchange.client(again).serverGot).toHaveLength(1);
      expect(exchange.clientBytes.toString()).toContain(`"id":${second},"error"`);
      exchange.server(`{"jsonrpc":"2.0","id":${second},"result":{}}`);
      expect(exchange.client(again).serverGot).toHaveLength(2);
    });
  }

  test('row 29: "1" and 1 are different ids', () => {
    const exchange = new Exchange().client(request(1)).client(request('1'));
    expect(exchange.serverGot).toHaveLength(2);
    exchange.server(result('1')).server(result(1));
    expect(exchange.clientGot).toHaveLength(2);
    expect(exchange.diagnostics).toEqual([]);
  });

  test('row 30: large integers collide when they round to the same double', () => {
    const line = (id: string) => `{"jsonrpc":"2.0","id":${id},"method":"ping"}`;
    const exchange = new Exchange().client(line('9007199254740993')).client(line('9007199254740992'));
    expect(exchange.serverGot).toEqual([line('9007199254740993')]);
    expect(exchange.clientBytes.toString()).toContain('"id":9007199254740992,"error"');
    // The server has rounded the id, but its response still belongs to the request.
    exchange.server('{"jsonrpc":"2.0","id":9007199254740992,"result":{}}');
    expect(exchange.diagnostics.filter(({ from }) => from === 'server')).toEqual([]);
    passes(line('1.5'));
    passes(line('123456789012345678901234567890'));
  });

  for (const id of ['null', 'true', '{}', '[1]', '{"a":1}']) {
    test(`row 30: a request whose id is ${id}`, () =>
      refused(`{"jsonrpc":"2.0","id":${id},"method":"ping"}`, 'nobody'));
  }

  test('row 31: an open id is rejected, and can be used again after its response', () => {
    const exchange = new Exchange().client(request(1, 'tools/list')).client(request(1, 'tools/call'));
    expect(exchange.serverGot).toEqual([request(1, 'tools/list')]);
    expect(exchange.clientGot).toEqual([errorFor(1, -32600)]);
    exchange.server(result(1)).client(request(1, 'ping'));
    expect(exchange.serverGot).toHaveLength(2);
  });

  test('row 31: a request that waits for its verdict has an open id', async () => {
    let decide: (action: Action) => void = () => {};
    const connect: ConnectInspector = () => ({
      fromClient: ({ method }) =>
        method === 'slow' ? new Promise((resolve) => (decide = resolve)) : { kind: 'forward' },
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect })
      .client(request(1, 'slow'))
      .client(request(1))
      .client(request(2));
    expect(exchange.serverGot).toEqual([request(2)]);
    expect(exchange.clientGot).toEqual([errorFor(1, -32600)]);
    decide({ kind: 'forward' });
    await exchange.relay.idle();
    expect(exchange.serverGot).toEqual([request(2), request(1, 'slow')]);
  });

  test('row 32: equal ids in the two directions are independent', () => {
    const exchange = new Exchange().client(request(1)).server(request(1, 'roots/list'));
    exchange.client(result(1, { roots: [] })).server(result(1, { ok: true }));
    expect(exchange.serverGot).toEqual([request(1), result(1, { roots: [] })]);
    expect(exchange.clientGot).toHaveLength(2);
    expect(exchange.diagnostics).toEqual([]);
  });

  test('row 33: a response without a request is inspected, then forwarded or not', () => {
    for (const unmatched of ['pass', 'drop'] as const) {
      const seen: Message[] = [];
      const connect = showing(
        () => {},
        (message) => seen.push(message),
      );
      const exchange = new Exchange({ connect, wire: { unmatched } }).server(result(99));
      expect(seen).toHaveLength(1);
      expect(exchange.clientGot).toHaveLength(unmatched === 'pass' ? 1 : 0);
      expect(exchange.diagnostics).toHaveLength(1);
    }
  });

  test('row 34: the first response is forwarded, later ones are inspected and dropped', () => {
    const seen: unknown[] = [];
    const connect: ConnectInspector = () => ({
      ...denying('bad')({ toClient: () => {}, toServer: () => {} }),
      fromServer(message) {
        seen.push(message.value);
        return { kind: 'forward' };
      },
    });
    const exchange = new Exchange({ connect })
      .client(request(1))
      .client(request(2, 'bad'))
      .client(request(3));
    exchange.client(notification('notifications/cancelled', { requestId: 3 }));
    exchange.server(result(1, 'first')).server(result(1, 'second')).server(result(2)).server(result(3));
    expect(exchange.clientGot).toEqual([errorFor(2, -32001), JSON.parse(result(1, 'first'))]);
    expect(seen).toHaveLength(4);
  });

  test('row 35: a call sent as a notification is checked, and dropped if denied', () => {
    const exchange = new Exchange({ connect: denying('tools/call') }).client(
      notification('tools/call', { name: 'x' }),
    );
    expect(exchange.serverBytes.length).toBe(0);
    expect(exchange.clientBytes.length).toBe(0);
  });

  test('row 36: method names are compared exactly, and reserved ones are rejected', () => {
    const seen: (string | undefined)[] = [];
    const connect = showing((message) => seen.push(message.method));
    const variants = ['tools/call ', 'Tools/Call', 'tools/ｃall', 'vendor/x', ''];
    const exchange = new Exchange({ connect });
    for (const [i, method] of variants.entries()) exchange.client(request(i, method));
    expect(seen).toEqual(variants);
    refused(request(1, 'rpc.discover'));
  });

  test('row 37: tool names reach the inspector unchanged', () => {
    let name: unknown;
    const connect = showing((message) => {
      name = (message.value as { params: { name: string } }).params.name;
    });
    for (const variant of ['e\u0301cho', 'écho', ' echo', 'ec\u200bho', 'ECHO']) {
      new Exchange({ connect }).client(request(1, 'tools/call', { name: variant }));
      expect(name).toBe(variant);
    }
  });

  test('row 38: every string is found at any position, including keys', () => {
    const params = {
      _meta: { 'k/ey': 's1' },
      inputResponses: { a: [{ b: 's2' }] },
      context: { arguments: { c: 's3' } },
      x: ['s4', ['s5']],
    };
    const bytes = bytesOf(request(1, 'completion/complete', params));
    const found = findStrings(bytes).map((span) => `${span.isKey ? 'key' : 'text'} ${span.path.join('.')}`);
    for (const path of [
      'params._meta.k/ey',
      'params.inputResponses.a.0.b',
      'params.context.arguments.c',
      'params.x.0',
      'params.x.1.0',
    ]) {
      expect(found).toContain(`text ${path}`);
    }
    expect(found).toContain('key params._meta.k/ey');
  });

  test('row 40: the error for a denied request has the id in its original spelling', () => {
    const exchange = new Exchange({ connect: denying('x') }).client(
      '{"jsonrpc":"2.0","id":1.50e1,"method":"x"}',
    );
    expect(exchange.clientBytes.toString()).toContain('"id":1.50e1,"error":{"code":-32001');
    expect(exchange.serverBytes.length).toBe(0);
  });

  test('row 41: a denied notification is dropped, a denied response of the client becomes an error', () => {
    const connect: ConnectInspector = () => ({
      fromClient: (message) =>
        message.kind === 'response'
          ? { kind: 'replace', message: createErrorResponse(message.id, { code: -32001, message: 'denied' }) }
          : { kind: 'drop' },
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect }).client(notification('notifications/x'));
    exchange.server(request(5, 'sampling/createMessage')).client(result(5, { secret: true }));
    expect(exchange.serverGot.map((line) => JSON.parse(line))).toEqual([errorFor(5, -32001)]);
  });

  test('row 41: an invalid response of the client becomes an error, so that the server does not wait', () => {
    const exchange = new Exchange().server(request(5, 'sampling/createMessage'));
    exchange.client('{"jsonrpc":"2.0","id":5,"result":{"a":1,"a":2}}');
    expect(exchange.serverGot.map((line) => JSON.parse(line))).toEqual([errorFor(5, -32001)]);
    expect(exchange.clientGot).toHaveLength(1);
  });

  test('row 42: a denied request of the server gets an error', () => {
    const exchange = new Exchange({ connect: denying('sampling') }).server(
      request('s', 'sampling/createMessage'),
    );
    expect(exchange.clientBytes.length).toBe(0);
    expect(exchange.serverGot.map((line) => JSON.parse(line))).toEqual([errorFor('s', -32001)]);
  });

  test('row 43: cancellations are forwarded for open requests only', () => {
    const cancel = (requestId: unknown) => notification('notifications/cancelled', { requestId });
    const exchange = new Exchange({ connect: denying('bad') }).client(request(1)).client(request(2, 'bad'));
    for (const id of [2, 77, null, undefined, 1, 1]) exchange.client(cancel(id));
    expect(exchange.serverGot).toEqual([request(1), cancel(1)]);
  });

  test('row 43: a batch with the cancellation of an unknown request is not forwarded', () => {
    const cancel = notification('notifications/cancelled', { requestId: 99 });
    expect(new Exchange().client(batch(cancel)).serverBytes.length).toBe(0);
    const exchange = new Exchange().server(batch(cancel, notification('notifications/x')));
    expect(exchange.clientGot).toEqual([[JSON.parse(notification('notifications/x'))]]);
  });

  test('row 43: a server may cancel its own request, and end a subscription of the client', () => {
    const cancel = notification('notifications/cancelled', { requestId: 'listen' });
    const exchange = new Exchange().client(request('listen', 'subscriptions/listen')).server(cancel);
    expect(exchange.clientGot).toHaveLength(1);
    exchange
      .server(request(1, 'roots/list'))
      .server(notification('notifications/cancelled', { requestId: 1 }));
    expect(exchange.clientGot).toHaveLength(3);
  });

  test('row 44: progress tokens of both directions are forwarded unchanged', () => {
    const progress = notification('notifications/progress', {
      progressToken: 1,
      progress: 0.5,
      message: 'half',
    });
    const exchange = new Exchange().client(progress).server(progress);
    expect(exchange.serverGot).toEqual([progress]);
    expect(exchange.clientBytes.toString()).toBe(`${progress}\n`);
  });
});

describe('a relay with a failing inspector', () => {
  for (const how of ['throws', 'rejects']) {
    test(`denies when it ${how}`, async () => {
      const fail = () => {
        if (how === 'throws') throw new Error('boom');
        return Promise.reject(new Error('boom'));
      };
      const exchange = new Exchange({ connect: () => ({ fromClient: fail, fromServer: fail }) });
      exchange.client(request(1)).client(notification('x')).server(request(2)).server(result(3));
      await exchange.relay.idle();
      expect(exchange.serverGot.map((line) => JSON.parse(line))).toEqual([errorFor(2, -32001)]);
      expect(exchange.clientGot).toEqual(expect.arrayContaining([errorFor(1, -32001), errorFor(3, -32001)]));
    });
  }
});

describe('an inspector in plain JavaScript', () => {
  const junk = [
    undefined,
    null,
    {},
    'forward',
    { kind: 'allow' },
    { kind: 'replace' },
    { kind: 'answer' },
    { kind: 'answer', messages: [1] },
  ];
  for (const value of junk) {
    test(`forwards nothing if it returns ${JSON.stringify(value)}`, async () => {
      for (const verdict of [() => value, () => Promise.resolve(value)]) {
        const judge = verdict as () => Action;
        const exchange = new Exchange({ connect: () => ({ fromClient: judge, fromServer: judge }) });
        exchange.client(request(1)).client(notification('x'));
        await exchange.relay.idle();
        expect(exchange.serverBytes.length).toBe(0);
        expect(exchange.clientGot).toEqual([errorFor(1, -32001)]);
      }
    });
  }
});

describe('a server that has exited', () => {
  test('leaves an error for every open request, including those that wait for a verdict', async () => {
    let decide: (action: Action) => void = () => {};
    const connect: ConnectInspector = () => ({
      fromClient: ({ method }) =>
        method === 'slow' ? new Promise((resolve) => (decide = resolve)) : { kind: 'forward' },
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect })
      .client(request(1))
      .client(request('two', 'slow'))
      .client(request(3));
    exchange.server(result(3));
    exchange.relay.serverEnded('the server exited with code 3');
    decide({
      kind: 'answer',
      messages: [createErrorResponse(MessageId.of('two'), { code: -32001, message: 'no' })],
    });
    await exchange.relay.idle();
    exchange.client(request(4)).client(notification('notifications/x'));
    expect(exchange.serverGot).toHaveLength(2);
    const gone = (id: unknown) =>
      expect.objectContaining({
        id,
        error: {
          code: -32003,
          message: expect.any(String),
          data: { reason: 'the server exited with code 3' },
        },
      });
    expect(exchange.clientGot).toEqual([JSON.parse(result(3)), gone(1), gone('two'), gone(4)]);
  });
});

describe('a request that waits for its verdict', () => {
  function waiting() {
    const decisions: ((action: Action) => void)[] = [];
    const connect: ConnectInspector = () => ({
      fromClient: ({ method }) =>
        method === 'slow' ? new Promise((resolve) => decisions.push(resolve)) : { kind: 'forward' },
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect });
    const allow = async () => {
      for (const decide of decisions) decide({ kind: 'forward' });
      await exchange.relay.idle();
    };
    return { exchange, allow };
  }

  test('can be cancelled; the server receives neither message', async () => {
    const { exchange, allow } = waiting();
    exchange.client(request(1, 'slow')).client(notification('notifications/cancelled', { requestId: 1 }));
    await allow();
    expect(exchange.serverBytes.length).toBe(0);
  });

  test('can also be cancelled inside a batch', async () => {
    const { exchange, allow } = waiting();
    exchange
      .client(batch(request(1, 'slow')))
      .client(notification('notifications/cancelled', { requestId: 1 }));
    await allow();
    expect(exchange.serverBytes.length).toBe(0);
  });

  test('cannot be answered by a server that guesses its id', async () => {
    const { exchange, allow } = waiting();
    exchange.client(request(1, 'slow')).server(result(1, 'guess'));
    await allow();
    expect(exchange.diagnostics).toMatchObject([
      { reason: 'no request is waiting for a response with this id: 1' },
    ]);
    expect(exchange.serverGot).toEqual([request(1, 'slow')]);
    exchange.server(result(1, 'real'));
    expect(exchange.diagnostics).toHaveLength(1);
  });

  test('is limited in bytes: further messages are rejected', async () => {
    const { exchange, allow } = waiting();
    const large = { a: 'x'.repeat(9_000_000) };
    for (let id = 1; id <= 9; id++) exchange.client(request(id, 'slow', large));
    expect(exchange.clientGot).toEqual([errorFor(8, -32001), errorFor(9, -32001)]);
    await allow();
    expect(exchange.client(request(10)).serverGot).toHaveLength(8);
  });

  test('is limited in number, because even a small message keeps its chunk in memory', async () => {
    const { exchange, allow } = waiting();
    for (let id = 1; id <= 2000; id++) exchange.client(request(id, 'slow'));
    expect(exchange.clientGot.length).toBeGreaterThan(900);
    await allow();
  });
});

describe('worst cases', () => {
  const MB10 = 10 * 1024 * 1024;
  const nightmares: [string, string][] = [
    ['open brackets', '['.repeat(MB10)],
    ['open objects', '{"a":'.repeat(MB10 / 5)],
    ['quotes', '"'.repeat(MB10)],
    ['an endless string', `{"a":"${'x'.repeat(MB10 - 10)}`],
    ['backslashes in a string', `{"a":"${'\\'.repeat(MB10 - 10)}`],
    ['keys that are not valid JSON', `{${'"id":'.repeat(MB10 / 5 - 1)}`],
    [
      'many keys, one of them duplicate',
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{${'"a":1,'.repeat(MB10 / 6 - 12)}"a":1}}`,
    ],
    [
      'many unknown parameters',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{${Array.from({ length: 500_000 }, (_, i) => `"K${i}":1`)}}}`,
    ],
    ['many ids', `{${'"id":1,'.repeat(MB10 / 7 - 2)}"x":1}`],
    ['a very long id', `{"jsonrpc":"2.0","id":"${'x'.repeat(MB10 - 60)}","method":"x"}`],
    [
      'ligatures that become longer when they are normalized',
      `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"${'\ufdfa'.repeat(MB10 / 3 - 40)}":1}}`,
    ],
  ];
  for (const [name, line] of nightmares) {
    test(`10 MB of ${name} do not stop the stream`, () => {
      const exchange = new Exchange().client(line).client(request('next'));
      expect(exchange.serverGot.at(-1)).toBe(request('next'));
    });
  }

  test('2 MB in pieces of one byte take little memory', () => {
    const exchange = new Exchange();
    const before = process.memoryUsage();
    for (let i = 0; i < 2 * 1024 * 1024; i++) exchange.client(Uint8Array.of(0x22 + (i === 0 ? 0 : 0x40)));
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    expect(heapUsed + arrayBuffers - before.heapUsed - before.arrayBuffers).toBeLessThan(200 * 1024 * 1024);
    expect(exchange.client('"').client(request('next')).serverGot).toEqual([request('next')]);
  });
});

describe('a request of the inspector', () => {
  test('gets its response delivered to the inspector only', () => {
    const answers: unknown[] = [];
    const connect: ConnectInspector = (peer) => ({
      fromClient(message) {
        if (message.kind === 'response') answers.push(message.value);
        else peer.toClient(createRequest('claw-1', 'elicitation/create', { message: 'may it?' }));
        return { kind: 'forward' };
      },
      fromServer: () => ({ kind: 'forward' }),
    });
    const exchange = new Exchange({ connect })
      .client(request(1))
      .client(result('claw-1', { action: 'accept' }));
    expect(exchange.clientGot).toMatchObject([{ id: 'claw-1', method: 'elicitation/create' }]);
    expect(answers).toMatchObject([{ id: 'claw-1' }]);
    expect(exchange.serverGot).toEqual([request(1)]);
    expect(exchange.diagnostics).toEqual([]);
  });

  test('causes no response or error to the server', () => {
    const connect: ConnectInspector = (peer) => {
      for (const id of ['claw-1', 'claw-2']) peer.toClient(createRequest(id, 'elicitation/create'));
      return { fromClient: () => ({ kind: 'forward' }), fromServer: () => ({ kind: 'forward' }) };
    };
    const exchange = new Exchange({ connect });
    exchange.client('{"jsonrpc":"2.0","id":"claw-1","result":{"a":1,"a":2}}');
    exchange.client(batch(result('claw-2'), '{"jsonrpc":"2.0","id":1}'));
    expect(exchange.serverBytes.length).toBe(0);
  });

  test('is not reported to the client when the server exits', () => {
    const connect: ConnectInspector = (peer) => {
      peer.toServer(createRequest('claw-2', 'ping'));
      return { fromClient: () => ({ kind: 'forward' }), fromServer: () => ({ kind: 'forward' }) };
    };
    const exchange = new Exchange({ connect });
    expect(exchange.serverGot).toHaveLength(1);
    exchange.relay.serverEnded('gone');
    expect(exchange.clientBytes.length).toBe(0);
  });
});

describe('invalid use of the API', () => {
  test('a limit that is not a number does not disable itself', () => {
    const limits = { maxMessage: undefined as unknown as number };
    const reader = new NdjsonReader({ sender: 'client', wire: { limits } });
    expect(reader.push(bytesOf(`${request(1, 'x', { a: 'x'.repeat(12_000_000) })}\n`))).toMatchObject([
      { kind: 'refused' },
    ]);
    for (const value of ['10MB', -1, Number.NaN, Number.POSITIVE_INFINITY, 0]) {
      const maxDepth = value as number;
      expect(() => new NdjsonReader({ sender: 'client', wire: { limits: { maxDepth } } })).toThrow(
        '`maxDepth`',
      );
    }
  });

  test('an unknown sender throws', () => {
    for (const options of [undefined, {}, { sender: 'Client' }]) {
      expect(() => new NdjsonReader(options as ParserOptions)).toThrow('`sender`');
    }
  });

  test('a string instead of bytes throws', () => {
    const text = '{}' as unknown as Uint8Array;
    expect(() => new NdjsonReader({ sender: 'client' }).push(text)).toThrow('bytes');
    expect(() => parseMessage(text, { sender: 'client' })).toThrow('bytes');
  });
});
