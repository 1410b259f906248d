// Runs one table of verdicts for each way in which a message from the server can arrive, and checks that the results
// are the same.

import { PassThrough } from 'node:stream';
import {
  type Action,
  createErrorResponse,
  ErrorCode,
  type Inspector,
  type Message,
  parseMessage,
  type RequestMessage,
} from '@claw/jsonrpc-stream';
import { describe, expect, onTestFinished, test } from 'vitest';
import { startStdioToHttpProxy } from '../src/index.js';
import { call } from './raw-client.js';
import { RecordingUpstream, type Respond } from './recording-upstream.js';
import { eventually, setUp } from './setup.js';

const answer = '{"result" : {"text":"a secret \\u00e9"},"jsonrpc":"2.0", "id":1}';
const note = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"a secret"}}';
const question = '{"jsonrpc":"2.0","id":"q","method":"sampling/createMessage","params":{"x":"a secret"}}';
const end = '{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"the end"}}';

const redacted = (message: Message): Message =>
  parseMessage(Buffer.from(Buffer.from(message.bytes).toString().replace('secret', '[REDACTED]')), {
    sender: 'server',
  }) as Message;
const refusal = (message: Message) =>
  createErrorResponse((message as RequestMessage).id, { code: ErrorCode.denied, message: 'no' });

interface Case {
  readonly name: string;
  readonly sent: string;
  readonly judge: (message: Message) => Action;
  /** What the client receives, or undefined. */
  readonly seen: string | undefined;
  /** What the server receives in response. */
  readonly heard?: string;
}

const cases: Case[] = [
  { name: 'a response that is forwarded', sent: answer, judge: () => ({ kind: 'forward' }), seen: answer },
  {
    name: 'a response that is rewritten',
    sent: answer,
    judge: (message) => ({ kind: 'replace', message: redacted(message) }),
    seen: answer.replace('secret', '[REDACTED]'),
  },
  {
    name: 'a response that is blocked',
    sent: answer,
    judge: (message) => ({ kind: 'replace', message: refusal(message) }),
    seen: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"no"}}',
  },
  {
    name: 'a response whose inspector throws',
    sent: answer,
    judge: () => {
      throw new Error('broken');
    },
    seen: '{"jsonrpc":"2.0","id":1,"error":{"code":-32001,"message":"Denied: the message could not be inspected","data":{"rule":"inspector","action":"denied","reason":"the inspector failed"}}}',
  },
  { name: 'a notification that is forwarded', sent: note, judge: () => ({ kind: 'forward' }), seen: note },
  {
    name: 'a notification that is rewritten',
    sent: note,
    judge: (message) => ({ kind: 'replace', message: redacted(message) }),
    seen: note.replace('secret', '[REDACTED]'),
  },
  { name: 'a notification that is dropped', sent: note, judge: () => ({ kind: 'drop' }), seen: undefined },
  { name: 'a request that is forwarded', sent: question, judge: () => ({ kind: 'forward' }), seen: question },
  {
    name: 'a request that is denied',
    sent: question,
    judge: (message) => ({ kind: 'answer', messages: [refusal(message)] }),
    seen: undefined,
    heard: '{"jsonrpc":"2.0","id":"q","error":{"code":-32001,"message":"no"}}',
  },
];

/** Returns the verdict of the test case for this message; all other messages are forwarded. */
const inspectorFor = ({ sent, judge }: Case, delay: boolean): Inspector => ({
  fromClient: () => ({ kind: 'forward' }),
  fromServer: (message) => {
    if (Buffer.from(message.bytes).toString() !== sent) return { kind: 'forward' };
    if (!delay) return judge(message);
    return new Promise<void>((resolve) => setImmediate(resolve)).then(() => judge(message));
  },
});

type Carry = (example: Case, inspector: Inspector) => Promise<{ text: string; upstream: RecordingUpstream }>;

const session = { headers: { 'Mcp-Session-Id': 's' } };
/** A message that waits for its verdict may arrive after the end marker. */
const isComplete = (text: string, seen: string | undefined) =>
  text.includes('the end') && text.includes(seen ?? '');
const isReply = (body: string) => body.includes('"id":"q"');

const carriers: Readonly<Record<string, Carry>> = {
  'a JSON answer': async ({ sent }, inspector) => {
    const respond: Respond = (_, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end(sent);
    const { post, upstream } = await setUp(respond, { connect: () => inspector });
    return { text: (await post(call(1), session)).body, upstream };
  },
  'the stream of a post': async ({ sent }, inspector) => {
    const respond: Respond = ({ body }, response) => {
      if (isReply(body)) return response.writeHead(202).end();
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${sent}\n\ndata: ${end}\n\n`);
    };
    const { post, upstream } = await setUp(respond, { connect: () => inspector });
    return { text: (await post(call(1), session)).body, upstream };
  },
  'the stream of the session': async ({ sent, seen }, inspector) => {
    const respond: Respond = ({ method, body }, response) => {
      if (method === 'POST') return response.writeHead(202).end(body);
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .write(`data: ${sent}\n\ndata: ${end}\n\n`);
    };
    const { post, client, upstream } = await setUp(respond, { connect: () => inspector });
    await post(call(1), session);
    const listening = client().send('GET /mcp HTTP/1.1\r\nHost: localhost\r\nMcp-Session-Id: s\r\n\r\n');
    return { text: await listening.until((text) => isComplete(text, seen)), upstream };
  },
  'pipes in front': async ({ sent, seen }, inspector) => {
    const upstream = await RecordingUpstream.start(({ body }, response) => {
      if (isReply(body)) return response.writeHead(202).end();
      return response
        .writeHead(200, { 'content-type': 'text/event-stream' })
        .end(`data: ${sent}\n\ndata: ${end}\n\n`);
    });
    const [input, output] = [new PassThrough(), new PassThrough()];
    const proxy = startStdioToHttpProxy({
      url: upstream.url,
      client: { input, output },
      connect: () => inspector,
    });
    onTestFinished(async () => {
      proxy.stop();
      await proxy.finished;
      await upstream.stop();
    });
    input.write(`${call(1)}\n`);
    let text = '';
    output.on('data', (chunk: Buffer) => {
      text += chunk.toString();
    });
    await eventually(() => isComplete(text, seen));
    return { text, upstream };
  },
};

for (const [carrier, carry] of Object.entries(carriers)) {
  describe(carrier, () => {
    const possible = cases.filter(({ sent }) => carrier !== 'a JSON answer' || sent === answer);
    for (const example of possible) {
      for (const delay of [false, true]) {
        test(`${example.name}${delay ? ', checked later' : ''}`, async () => {
          const { text, upstream } = await carry(example, inspectorFor(example, delay));
          const mentions = [example.sent, example.seen ?? ''].filter(
            (line) => line !== '' && text.includes(line),
          );
          expect(new Set(mentions)).toEqual(new Set(example.seen === undefined ? [] : [example.seen]));
          if (example.seen !== example.sent) expect(text).not.toContain('secret');
          if (example.heard !== undefined) {
            await eventually(() => upstream.received.some(({ body }) => body === example.heard));
          }
        });
      }
    }
  });
}
