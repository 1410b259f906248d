// Tests that no message is forwarded before its log entry is written, even if many calls share one write.

import { type Action, createErrorResponse, type Inspector, type Message } from '@claw/jsonrpc-stream';
import { describe, expect, test } from 'vitest';
import { call } from './raw-client.js';
import { answerJson, type Respond } from './recording-upstream.js';
import { setUp } from './setup.js';

const nameOf = ({ kind, id }: Message): string => `${kind} ${id?.token}`;

const notKept = (message: Message): Action => {
  const error = createErrorResponse(message.id, { code: -32001, message: 'not kept' });
  return message.kind === 'request'
    ? { kind: 'answer', messages: [error] }
    : { kind: 'replace', message: error };
};

/** Creates a log that all conversations share, like one file: each commit writes all pending entries. */
function logFor(loses: (name: string) => boolean) {
  const [kept, lost] = [new Set<string>(), new Set<string>()];
  const waiting = new Set<string>();
  const commit = () => {
    for (const name of waiting) (loses(name) ? lost : kept).add(name);
    waiting.clear();
  };
  const connect = (): Inspector => {
    const judge = (message: Message): Action => {
      waiting.add(nameOf(message));
      return { kind: 'forward' };
    };
    return {
      fromClient: judge,
      fromServer: judge,
      commit() {
        commit();
        return (message, _, decided) => (lost.has(nameOf(message)) ? notKept(message) : decided);
      },
    };
  };
  return { kept, connect };
}

const ids = Array.from({ length: 40 }, (_, index) => index);

describe('calls on many connections at once', () => {
  test('are forwarded to the server after they are logged, and so are their responses to the client', async () => {
    const log = logFor(() => false);
    const early: string[] = [];
    const check = (name: string) => {
      if (!log.kept.has(name)) early.push(name);
    };
    const respond: Respond = (request, response) => {
      check(`request ${JSON.parse(request.body).id}`);
      return answerJson(request, response);
    };
    const { post } = await setUp(respond, { connect: log.connect });
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { body } = await post(call(id));
        check(`response ${id}`);
        return JSON.parse(body).id;
      }),
    );
    expect(answers).toEqual(ids);
    expect(early).toEqual([]);
  });

  test('are not forwarded if their entries are lost, while other calls are forwarded', async () => {
    const log = logFor((name) => /^request .*[02468]$|^response .*[15]$/.test(name));
    const { post, upstream } = await setUp(answerJson, { connect: log.connect });
    const answers = await Promise.all(ids.map(async (id) => JSON.parse((await post(call(id))).body)));
    expect(upstream.messages.map((message) => (message as { id: number }).id % 2)).not.toContain(0);
    const refused = answers.filter(({ error }) => error?.message === 'not kept').map(({ id }) => id);
    expect(refused).toEqual(ids.filter((id) => id % 2 === 0 || id % 10 === 1 || id % 10 === 5));
    expect(answers.filter(({ result }) => result?.method === 'tools/call')).toHaveLength(12);
  });
});
