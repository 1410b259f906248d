// A conversation without pipes: what one message leads to, for transports that have many channels instead of two.

import { describe, expect, test } from 'vitest';
import {
  Conversation,
  type ConversationOptions,
  type Incident,
  type Message,
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
  const incidents: Incident[] = [];
  const said: { to: string; method: string | undefined }[] = [];
  const conversation = new Conversation({
    say: (to, { method }) => said.push({ to, method }),
    onIncident: (incident) => incidents.push(incident),
    ...options,
  });
  return { conversation, incidents, said };
}

const request = (id: number) => fromClient({ id, method: 'tools/call' }) as RequestMessage;

describe('a conversation', () => {
  test('hands out what goes on and says whether it is what arrived', () => {
    const { conversation } = converse();
    const message = request(1);
    expect(conversation.receive('client', message)).toEqual({
      ahead: message.frame,
      unchanged: true,
      back: undefined,
    });
    expect(conversation.isOpen(message)).toBe(true);
    conversation.receive('server', fromServer({ id: 1, result: {} }));
    expect(conversation.isOpen(message)).toBe(false);
  });

  test('says when other bytes go on', () => {
    const other = fromServer({ id: 1, result: { redacted: true } });
    const { conversation } = converse({
      connect: () => ({
        fromClient: () => ({ kind: 'forward' }),
        fromServer: () => ({ kind: 'replace', message: other }),
      }),
    });
    conversation.receive('client', request(1));
    expect(conversation.receive('server', fromServer({ id: 1, result: {} }))).toEqual({
      ahead: other.frame,
      unchanged: false,
      back: undefined,
    });
  });

  test('an answer that comes twice is dropped, unless the stream is being resumed', () => {
    const { conversation } = converse();
    conversation.receive('client', request(1));
    const answer = () => fromServer({ id: 1, result: {} });
    conversation.receive('server', answer());
    expect(conversation.receive('server', answer())).toMatchObject({ ahead: undefined });
    expect(conversation.receive('server', answer(), { replayed: true })).toMatchObject({ unchanged: true });
  });

  test('a replayed answer is judged again', () => {
    const { conversation } = converse({
      connect: () => ({ fromClient: () => ({ kind: 'forward' }), fromServer: () => ({ kind: 'drop' }) }),
    });
    conversation.receive('client', request(1));
    for (const replayed of [false, true]) {
      const outcome = conversation.receive('server', fromServer({ id: 1, result: {} }), { replayed });
      expect(outcome).toMatchObject({ ahead: undefined });
    }
  });

  test('a replayed answer does not pass while another is being judged', async () => {
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
    expect(second).toMatchObject({ ahead: undefined });
    settle?.();
    expect(await first).toMatchObject({ unchanged: true });
  });

  test('requests that nobody will answer are told why, once, and others are left alone', () => {
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

  test('answers that are withheld say why: the size, or nothing that the server wrote', () => {
    const { conversation } = converse();
    const [one, two] = [request(1), request(2)];
    for (const message of [one, two]) conversation.receive('client', message);
    const [big] = conversation.withhold([one], { limit: 'size', reason: 'it is larger than 9 bytes' });
    const [odd] = conversation.withhold([two]);
    expect(textOf(big?.frame)).toMatchObject({
      error: { code: -32001, data: { rule: 'limits.max_message' } },
    });
    expect(textOf(odd?.frame)).toMatchObject({ error: { code: -32001, data: { rule: 'wire' } } });
  });

  test('what the inspector says by itself goes to the side that it is for, and the answer comes back to it', () => {
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
    expect(outcome).toMatchObject({ ahead: undefined });
    expect(heard).toMatchObject([{ id: 'ours' }]);
  });
});
