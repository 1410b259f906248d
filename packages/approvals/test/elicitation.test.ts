// Tests approval through the client on a real relay, with an inspector that requires approval for each tool call. The
// test acts as the client and the server.

import {
  type ConnectInspector,
  createErrorResponse,
  ErrorCode,
  type Message,
  Relay,
} from '@claw/jsonrpc-stream';
import { describe, expect, test } from 'vitest';
import { ApprovalStore, createApprovals, type Remember } from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

type Json = Record<string, unknown>;

function setUp({ waitMs = 10_000, elicitation = true, identity = undefined as string | undefined } = {}) {
  const table = new MemoryApprovalTable();
  const client: Json[] = [];
  const server: string[] = [];
  const approvals = createApprovals({
    table,
    channels: [],
    elicitation,
    origin: 'x',
    session: 's',
    waitMs,
    expiresMs: 60_000,
    onTimeout: 'pending',
  });
  const log = { isFull: false };
  // The address of the current message, and the addresses with which messages were checked.
  const place = { now: 'here', judged: [] as string[] };
  const remember: Remember = () => {
    const then = place.now;
    return (act) => {
      const before = place.now;
      place.now = then;
      try {
        return act();
      } finally {
        place.now = before;
      }
    };
  };
  // A minimal version of the inspector of the pipeline.
  const connect: ConnectInspector = (peer) => {
    const broker = approvals.approver(peer);
    const recorded = new WeakSet<Message>();
    const judge = async (message: Message) => {
      place.judged.push(place.now);
      const { params } = message.value as { params: Json };
      const asked = question({ identity, tool: String(params['name']), params: JSON.stringify(params) });
      const answer = await broker.requestApproval(asked, new AbortController().signal);
      recorded.add(message);
      if (answer.kind === 'approved') return { kind: 'forward' } as const;
      const error =
        answer.kind === 'pending'
          ? { code: ErrorCode.approvalPending, message: 'waiting', data: { approval_id: answer.id } }
          : { code: ErrorCode.denied, message: answer.kind };
      return { kind: 'answer', messages: [createErrorResponse(message.id, error)] } as const;
    };
    return {
      fromClient: (message) => (message.method === 'tools/call' ? judge(message) : { kind: 'forward' }),
      fromServer: () => ({ kind: 'forward' }),
      commit: () => (message, _, decided) => {
        if (!log.isFull || !recorded.has(message)) return decided;
        const error = { code: ErrorCode.denied, message: 'not recorded' };
        return { kind: 'answer', messages: [createErrorResponse(message.id, error)] };
      },
    };
  };
  const text = (pieces: readonly Uint8Array[]) =>
    Buffer.concat(pieces).toString().split('\n').filter(Boolean);
  const relay = new Relay({
    connect: approvals.wrap(connect, undefined, remember),
    toClient: (pieces) => client.push(...text(pieces).map((line) => JSON.parse(line))),
    toServer: (pieces) => server.push(...text(pieces)),
  });
  const send = (line: string) => relay.fromClient(Buffer.from(`${line}\n`));
  const heard = async (count: number) => {
    await expect.poll(() => client.length).toBeGreaterThanOrEqual(count);
    return client[count - 1] as Json;
  };
  const forwarded = async (count: number) => {
    await expect.poll(() => server.length).toBeGreaterThanOrEqual(count);
    return server[count - 1] as string;
  };
  return { relay, send, heard, forwarded, client, server, log, place, store: new ApprovalStore(table) };
}

const initialize = (capabilities: object) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id: 0,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities, clientInfo: { name: 't', version: '1' } },
  });
const call = (id: number, more = '') =>
  `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"write_file","arguments":{"size":12345678901234567890}${more}}}`;

describe('a client with a handshake', () => {
  const answers = [
    { name: 'accepts for once', result: { action: 'accept', content: { answer: 'once' } }, passes: true },
    {
      name: 'accepts for the session',
      result: { action: 'accept', content: { answer: 'session' } },
      passes: true,
    },
    { name: 'accepts with no', result: { action: 'accept', content: { answer: 'no' } }, passes: false },
    { name: 'accepts without an answer', result: { action: 'accept' }, passes: false },
    {
      name: 'accepts with an unknown answer',
      result: { action: 'accept', content: { answer: 'forever' } },
      passes: false,
    },
    { name: 'declines', result: { action: 'decline' }, passes: false },
    { name: 'closes the form', result: { action: 'cancel' }, passes: false },
  ];
  for (const { name, result, passes } of answers) {
    test(`that ${name}`, async () => {
      const { send, heard, forwarded, server } = setUp();
      send(initialize({ elicitation: {} }));
      send(call(1));
      const asked = await heard(1);
      expect(asked).toMatchObject({
        method: 'elicitation/create',
        params: { requestedSchema: { required: ['answer'] } },
      });
      expect((asked['params'] as Json)['message']).toContain('rule ask_first');
      send(JSON.stringify({ jsonrpc: '2.0', id: asked['id'], result }));
      if (passes) expect(await forwarded(2)).toBe(call(1));
      else expect(await heard(2)).toMatchObject({ id: 1, error: { code: -32001 } });
      // Neither the form nor its response is forwarded to the server.
      expect(server.join()).not.toContain('clawdefender');
    });
  }

  test('a response with a forged id, or a second response, is dropped', async () => {
    const { send, heard, server } = setUp();
    send(initialize({ elicitation: {} }));
    send(call(1));
    const { id } = await heard(1);
    for (const other of [`${id}9`, id, id])
      send(
        JSON.stringify({
          jsonrpc: '2.0',
          id: other,
          result: { action: 'accept', content: { answer: 'no' } },
        }),
      );
    await heard(2);
    expect(server).toHaveLength(1);
  });

  test('is notified of a decision on another channel', async () => {
    const { send, heard, forwarded, store } = setUp();
    send(initialize({ elicitation: {} }));
    send(call(1));
    const { id } = await heard(1);
    const [approval] = await store.approvals();
    await store.answer(approval?.id as string, { decision: 'approve', scope: 'once', by: 'cli' });
    await forwarded(2);
    expect(await heard(2)).toMatchObject({ method: 'notifications/cancelled', params: { requestId: id } });
  });

  test('a client that cannot show the form is not available as a channel', async () => {
    const { send, heard } = setUp({ waitMs: 50 });
    send(initialize({ elicitation: {} }));
    send(call(1));
    const { id } = await heard(1);
    send(JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32601, message: 'what?' } }));
    expect(await heard(2)).toMatchObject({ id: 1, error: { code: -32002 } });
  });

  const silent = [
    { name: 'supports no elicitation', capabilities: {} },
    { name: 'supports only links', capabilities: { elicitation: { url: {} } } },
    { name: 'is excluded by the configuration', capabilities: { elicitation: {} }, elicitation: false },
    { name: 'is a caller with an identity', capabilities: { elicitation: {} }, identity: 'anna' },
  ];
  for (const { name, capabilities, ...options } of silent) {
    test(`a client that ${name} receives no form`, async () => {
      const { send, heard } = setUp(options);
      send(initialize(capabilities));
      send(call(1));
      expect(await heard(1)).toMatchObject({ id: 1, error: { code: -32001, message: 'unavailable' } });
    });
  }
});

describe('a client without a handshake', () => {
  const meta = (elicitation: object | undefined) =>
    `,"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":${JSON.stringify({ elicitation })}}`;
  const modern = (id: number, more = '') => call(id, `${more}${meta({})}`);

  async function asked(all: ReturnType<typeof setUp>, message = modern(1)) {
    all.send(message);
    const { result } = (await all.heard(1)) as {
      result: { inputRequests: Record<string, Json>; requestState: string };
    };
    expect(result).toMatchObject({ resultType: 'input_required' });
    const [[key, request]] = Object.entries(result.inputRequests) as [[string, Json]];
    expect(request).toMatchObject({ method: 'elicitation/create' });
    return { key, state: result.requestState };
  }
  const retryWith = (key: string, state: string, response: object, more = '') =>
    `,"inputResponses":{${JSON.stringify(key)}:${JSON.stringify(response)}${more}},"requestState":${JSON.stringify(state)}`;
  const accept = { action: 'accept', content: { answer: 'once' } };

  test('approves when it repeats the call, which is forwarded without our members', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    all.send(modern(2, retryWith(key, state, accept)));
    expect(await all.forwarded(1)).toBe(modern(2));
  });

  test('a repeated call is checked in its own context, even if other messages arrive in the meantime', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    all.place.now = 'there';
    all.send(modern(2, retryWith(key, state, accept)));
    all.place.now = 'elsewhere';
    await all.forwarded(1);
    expect(all.place.judged).toEqual(['here', 'there']);
    expect(all.place.now).toBe('elsewhere');
  });

  test('gets an error if its approved call cannot be logged', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    all.log.isFull = true;
    all.send(modern(2, retryWith(key, state, accept)));
    expect(await all.heard(2)).toMatchObject({ id: 2, error: { message: 'not recorded' } });
    expect(all.server).toEqual([]);
  });

  test('declines when it repeats the call', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    all.send(modern(2, retryWith(key, state, { action: 'decline' })));
    expect(await all.heard(2)).toMatchObject({ id: 2, error: { code: -32001, message: 'denied' } });
    expect(all.server).toEqual([]);
  });

  test('a repeated call with other arguments is a new request', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    all.send(modern(2, retryWith(key, state, accept)).replace('write_file', 'delete_file'));
    expect(await all.heard(2)).toMatchObject({ id: 2, result: { resultType: 'input_required' } });
    expect(all.server).toEqual([]);
  });

  test('a repeated call without a decision requires approval again', async () => {
    const all = setUp();
    const { state } = await asked(all);
    all.send(modern(2, `,"requestState":${JSON.stringify(state)}`));
    expect(await all.heard(2)).toMatchObject({ id: 2, result: { resultType: 'input_required' } });
  });

  test('the members for the server are restored', async () => {
    const all = setUp();
    const carried =
      ',"inputResponses":{"theirs":{"action":"accept","content":{"n":1.0}}},"requestState":"of the server"';
    const { key, state } = await asked(all, modern(1, carried));
    all.send(modern(2, retryWith(key, state, accept)));
    const { params } = JSON.parse(await all.forwarded(1)) as { params: Json };
    expect(params).toMatchObject({
      requestState: 'of the server',
      inputResponses: { theirs: { action: 'accept', content: { n: 1 } } },
      name: 'write_file',
    });
    expect(all.server[0]).toContain('"n":1.0');
    expect(all.server[0]).not.toContain('clawdefender');
  });

  test('an unknown state belongs to the server and is forwarded unchanged, after an approval', async () => {
    const all = setUp();
    const { key, state } = await asked(all);
    const [begin, text] = [state.split('.')[0], state.split('.')[1] as string];
    for (const [index, forged] of [
      `${begin}.${text}.AAAA`,
      `${begin}.${text}`,
      `${begin}.`,
      state.replace('.', '.A'),
    ].entries()) {
      all.send(modern(10 + index, retryWith(key, forged, accept)));
      expect(await all.heard(2 + index)).toMatchObject({
        id: 10 + index,
        result: { resultType: 'input_required' },
      });
    }
    expect(all.server).toEqual([]);
  });

  test('the response to one request does not count for another', async () => {
    const all = setUp();
    const { key } = await asked(all);
    all.send(modern(2).replace('write_file', 'delete_file'));
    const second = (await all.heard(2)) as { result: { requestState: string } };
    // The approval for `delete_file` is sent with a call to `write_file`.
    all.send(modern(3, retryWith(key, second.result.requestState, accept)));
    expect(await all.heard(3)).toMatchObject({ id: 3, result: { resultType: 'input_required' } });
    expect(all.server).toEqual([]);
  });

  test('without form support gets an error', async () => {
    const all = setUp();
    all.send(call(1, meta(undefined)));
    expect(await all.heard(1)).toMatchObject({ id: 1, error: { code: -32001 } });
  });
});

test('closing the connection withdraws its requests', async () => {
  const { send, heard, relay, store } = setUp();
  send(initialize({ elicitation: {} }));
  send(call(1));
  await heard(1);
  relay.close();
  await expect.poll(async () => (await store.approvals()).map(({ state }) => state)).toEqual(['withdrawn']);
});
