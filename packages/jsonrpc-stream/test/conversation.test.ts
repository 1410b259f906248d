// Tests a conversation without pipes: the results of single messages, for transports with many channels instead of
// two.

import { describe, expect, test } from 'vitest';
import {
  type Action,
  type ActionOverride,
  type Awaitable,
  Conversation,
  type ConversationOptions,
  createErrorResponse,
  type Incoming,
  type Message,
  type MessageDiagnostic,
  type Outcome,
  parseMessage,
  type RequestMessage,
} from '../src/index.js';

const fromClient = (value: object) =>
  parseMessage(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...value })), { sender: 'client' }) as Message;
const fromServer = (value: object) =>
  parseMessage(Buffer.from(JSON.stringify({ jsonrpc: '2.0', ...value })), { sender: 'server' }) as Message;

const textOf = (pieces: readonly Uint8Array[] | undefined) =>
  pieces && JSON.parse(Buffer.concat(pieces).toString());

function converse(options: Partial<ConversationOptions> = {}) {
  const diagnostics: MessageDiagnostic[] = [];
  const said: { to: string; method: string | undefined }[] = [];
  const conversation = new Conversation({
    send: (to, { method }) => said.push({ to, method }),
    onDiagnostic: (diagnostic) => diagnostics.push(diagnostic),
    ...options,
  });
  return { conversation, diagnostics, said };
}

function deferred() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

const request = (id: number) => fromClient({ id, method: 'tools/call' }) as RequestMessage;

describe('a conversation', () => {
  test('returns forwarded messages and whether their bytes are unchanged', () => {
    const { conversation } = converse();
    const message = request(1);
    expect(conversation.receive('client', message)).toEqual({
      toReceiver: message.frame,
      unchanged: true,
      toSender: undefined,
    });
    expect(conversation.isOpen(message)).toBe(true);
    conversation.receive('server', fromServer({ id: 1, result: {} }));
    expect(conversation.isOpen(message)).toBe(false);
  });

  test('reports changed bytes', () => {
    const other = fromServer({ id: 1, result: { redacted: true } });
    const { conversation } = converse({
      connect: () => ({
        fromClient: () => ({ kind: 'forward' }),
        fromServer: () => ({ kind: 'replace', message: other }),
      }),
    });
    conversation.receive('client', request(1));
    expect(conversation.receive('server', fromServer({ id: 1, result: {} }))).toEqual({
      toReceiver: other.frame,
      unchanged: false,
      toSender: undefined,
    });
  });

  test('a second response is dropped, unless the stream is being resumed', () => {
    const { conversation } = converse();
    conversation.receive('client', request(1));
    const answer = () => fromServer({ id: 1, result: {} });
    conversation.receive('server', answer());
    expect(conversation.receive('server', answer())).toMatchObject({ toReceiver: undefined });
    expect(conversation.receive('server', answer(), { replayed: true })).toMatchObject({ unchanged: true });
  });

  test('a replayed response is checked again', () => {
    const { conversation } = converse({
      connect: () => ({ fromClient: () => ({ kind: 'forward' }), fromServer: () => ({ kind: 'drop' }) }),
    });
    conversation.receive('client', request(1));
    for (const replayed of [false, true]) {
      const outcome = conversation.receive('server', fromServer({ id: 1, result: {} }), { replayed });
      expect(outcome).toMatchObject({ toReceiver: undefined });
    }
  });

  test('a replayed response is not forwarded while the first response is being checked', async () => {
    let settle: (() => void) | undefined;
    const { conversation } = converse({
      connect: () => ({
        fromClient: () => ({ kind: 'forward' }),
        fromServer: () =>
          settle
            ? { kind: 'forward' }
            : new Promise((resolve) => {
                settle = () => resolve({ kind: 'forward' });
              }),
      }),
    });
    conversation.receive('client', request(1));
    const first = conversation.receive('server', fromServer({ id: 1, result: {} })) as Promise<Outcome>;
    const second = conversation.receive('server', fromServer({ id: 1, result: {} }), { replayed: true });
    expect(second).toMatchObject({ toReceiver: undefined });
    settle?.();
    expect(await first).toMatchObject({ unchanged: true });
  });

  test('requests without a response get one error, and other requests are not affected', () => {
    const { conversation } = converse();
    const [one, two] = [request(1), request(2)];
    for (const message of [one, two]) conversation.receive('client', message);
    const told = conversation.fail([one], 'it cannot be reached').map(({ frame }) => textOf(frame));
    expect(told).toMatchObject([
      { id: 1, error: { code: -32003, data: { reason: 'it cannot be reached' } } },
    ]);
    expect(conversation.fail([one], 'again')).toEqual([]);
    expect(conversation.isOpen(two)).toBe(true);
  });

  test('a later request with the same id is not closed in place of the earlier one', () => {
    const { conversation } = converse();
    const [early, late] = [request(1), request(1)];
    conversation.receive('client', early);
    conversation.receive('server', fromServer({ id: 1, result: {} }));
    conversation.receive('client', late);
    conversation.forget([early]);
    expect(conversation.isOpen(late)).toBe(true);
  });

  test('errors for withheld responses contain the size, but no text of the server', () => {
    const { conversation } = converse();
    const [one, two] = [request(1), request(2)];
    for (const message of [one, two]) conversation.receive('client', message);
    const [big] = conversation.withhold([one], {
      limit: 'size',
      reason: 'the message is larger than 9 bytes',
    });
    const [odd] = conversation.withhold([two]);
    expect(textOf(big?.frame)).toMatchObject({
      error: { code: -32001, data: { rule: 'limits.max_message' } },
    });
    expect(textOf(odd?.frame)).toMatchObject({ error: { code: -32001, data: { rule: 'wire' } } });
  });

  test('messages from the inspector go to the side that it names, and their responses go to the inspector', () => {
    const heard: unknown[] = [];
    const { conversation, said } = converse({
      connect: (peer) => ({
        fromClient: (message) => {
          if (message.kind === 'response') heard.push(message.value);
          else peer.toClient(fromServer({ id: 'ours', method: 'elicitation/create' }));
          return { kind: 'forward' };
        },
        fromServer: () => ({ kind: 'forward' }),
      }),
    });
    conversation.receive('client', request(1));
    expect(said).toEqual([{ to: 'client', method: 'elicitation/create' }]);
    const outcome = conversation.receive('client', fromClient({ id: 'ours', result: {} }));
    expect(outcome).toMatchObject({ toReceiver: undefined });
    expect(heard).toMatchObject([{ id: 'ours' }]);
  });
});

describe('messages of one chunk are committed together', () => {
  const notice = (method: string, params = {}) => fromClient({ method, params });
  const denied = (message: Message): Action =>
    message.kind === 'request'
      ? { kind: 'answer', messages: [createErrorResponse(message.id, { code: -32001, message: 'not kept' })] }
      : { kind: 'drop' };

  /**
   * Records the inspected messages and the commits. Messages in `later` are inspected asynchronously, and messages in
   * `refused` are denied.
   */
  function recorded(
    commit: () => ActionOverride | undefined,
    { later = [] as number[], refused = [] as number[] } = {},
  ) {
    const events: string[] = [];
    const judge = (message: Message): Awaitable<Action> => {
      const name = message.id?.token ?? message.method ?? '';
      events.push(`judge ${name}`);
      const action = refused.includes(Number(name)) ? denied(message) : ({ kind: 'forward' } as const);
      return later.includes(Number(name)) ? Promise.resolve(action) : action;
    };
    const { conversation } = converse({
      connect: () => ({
        fromClient: judge,
        fromServer: judge,
        commit() {
          events.push('commit');
          return commit();
        },
      }),
    });
    return { conversation, events };
  }

  test('are committed once, before any of them is forwarded', () => {
    const { conversation, events } = recorded(() => undefined);
    const outcomes = conversation.receiveAll('client', [request(1), request(2), notice('x')]);
    expect(events).toEqual(['judge 1', 'judge 2', 'judge x', 'commit']);
    expect(outcomes).toMatchObject([{ unchanged: true }, { unchanged: true }, { unchanged: true }]);
  });

  for (const how of ['says what else happens', 'throws'] as const)
    test(`a commit that ${how} withholds its messages`, () => {
      const commit = (): ActionOverride => {
        if (how === 'throws') throw new Error('the disk is full');
        return denied;
      };
      const { conversation } = recorded(commit, { refused: [2] });
      const outcomes = conversation.receiveAll('client', [request(1), request(2), notice('x')]) as Outcome[];
      expect(outcomes.map(({ toReceiver }) => toReceiver)).toEqual([undefined, undefined, undefined]);
      const errors = outcomes.map(({ toSender }) => textOf(toSender)?.error.code);
      expect(errors).toEqual([-32001, -32001, undefined]);
      // Their ids can be used again.
      expect([1, 2].map((id) => conversation.isOpen(request(id)))).toEqual([false, false]);
    });

  test('a message that waits for its verdict is committed separately', async () => {
    const { conversation, events } = recorded(() => undefined, { later: [1] });
    const [first, second] = conversation.receiveAll('client', [request(1), request(2)]);
    expect(second).toMatchObject({ unchanged: true });
    expect(await first).toMatchObject({ unchanged: true });
    expect(events).toEqual(['judge 1', 'judge 2', 'commit', 'commit']);
  });

  test('a batch whose log entry is lost is denied entry by entry', () => {
    const { conversation } = recorded(() => denied);
    const batch = parseMessage(
      Buffer.from('[{"jsonrpc":"2.0","id":1,"method":"a"},{"jsonrpc":"2.0","id":2,"method":"b"}]'),
      { sender: 'client' },
    );
    const outcome = conversation.receive('client', batch as Incoming) as Outcome;
    expect(outcome.toReceiver).toBeUndefined();
    expect(textOf(outcome.toSender)).toMatchObject([{ id: 1 }, { id: 2 }]);
  });

  test('an id that was cancelled or rejected in the same chunk can be used again', () => {
    const { conversation } = recorded(() => undefined, { refused: [2] });
    const cancel = notice('notifications/cancelled', { requestId: 1 });
    const all = [request(1), cancel, request(1), request(2), request(2)];
    const outcomes = conversation.receiveAll('client', all) as Outcome[];
    expect(outcomes.map(({ unchanged }) => unchanged)).toEqual([true, true, true, false, false]);
    expect(outcomes.map(({ toSender }) => textOf(toSender)?.error.message)).toEqual([
      undefined,
      undefined,
      undefined,
      'not kept',
      'not kept',
    ]);
  });

  test('all messages of several conversations are checked before any is committed', async () => {
    const { promise, resolve } = deferred();
    const { conversation, events } = recorded(() => undefined);
    const [first, second] = [1, 2].map((id) =>
      conversation.receive('client', request(id), { after: () => promise }),
    );
    expect(events).toEqual(['judge 1', 'judge 2']);
    resolve();
    expect([await first, await second]).toMatchObject([{ unchanged: true }, { unchanged: true }]);
    expect(events).toEqual(['judge 1', 'judge 2', 'commit', 'commit']);
  });

  test('a message that waited is withheld if its log entry is lost', async () => {
    const { conversation } = recorded(() => denied);
    const outcome = await conversation.receive('client', request(1), { after: () => Promise.resolve() });
    expect(outcome).toMatchObject({ toReceiver: undefined, unchanged: false });
    expect(textOf(outcome.toSender)?.error.message).toBe('not kept');
    expect(conversation.isOpen(request(1))).toBe(false);
  });

  test('messages that free an id do not wait for the commit', async () => {
    const after = () => deferred().promise;
    const { conversation } = recorded(() => undefined);
    await conversation.receive('client', request(1));
    const cancel = notice('notifications/cancelled', { requestId: 1 });
    expect(conversation.receive('client', cancel, { after })).toMatchObject({ unchanged: true });
    expect(conversation.isOpen(request(1))).toBe(false);
  });

  test('without a log there is no commit', () => {
    const { conversation } = converse();
    const outcome = conversation.receive('client', request(1), { after: () => deferred().promise });
    expect(outcome).toMatchObject({ unchanged: true });
  });
});

test.each([
  ['7', '7'],
  ['"0b5ca119-d2be-595a-a307-d34512d9679e"', '"0b5ca119-d2be-595a-a307-d34512d9679e"'],
  ['"password=hG7s9kLq2mZx4vBn"', 'a text of 25 characters'],
])('the report of a response with the unknown id %s contains nothing else of the message', (id, shown) => {
  const { conversation, diagnostics } = converse();
  const message = parseMessage(Buffer.from(`{"jsonrpc":"2.0","id":${id},"result":{}}`), { sender: 'server' });
  conversation.receive('server', message as Message);
  expect(diagnostics.map(({ reason }) => reason)).toEqual([`the response has an unknown id: ${shown}`]);
});
