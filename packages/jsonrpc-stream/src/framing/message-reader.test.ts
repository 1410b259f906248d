import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Incoming } from '../message/message.js';
import { parseMessage } from '../message/parse.js';
import { MessageReader } from './message-reader.js';

const options = { sender: 'server', wire: { limits: { maxMessage: 1000 } } } as const;

/** Returns the comparable properties of a message. */
const told = (incoming: Incoming | undefined) =>
  incoming && {
    kind: incoming.kind,
    id: incoming.kind === 'batch' ? undefined : incoming.id?.token,
    reason: incoming.kind === 'refused' ? incoming.reason : undefined,
    text: Buffer.concat(incoming.frame).toString('latin1'),
  };

const bodies = [
  { name: 'a response', text: '{"jsonrpc":"2.0","id":1,"result":{"text":"é\\n中\\u00e9"}}' },
  { name: 'a response and a newline', text: '{"jsonrpc":"2.0","id":1,"result":{}}\n' },
  { name: 'a response on two lines', text: '{"jsonrpc":"2.0",\n"id":1,"result":{}}' },
  { name: 'two newlines', text: '{"jsonrpc":"2.0","id":1,"result":{}}\n\n' },
  { name: 'two responses', text: '{"jsonrpc":"2.0","id":1,"result":1}\n{"jsonrpc":"2.0","id":2,"result":2}' },
  { name: 'a batch', text: '[{"jsonrpc":"2.0","id":1,"result":{}},{"jsonrpc":"2.0","id":2,"result":{}}]' },
  { name: 'text that is not JSON', text: '<html>' },
  { name: 'half a response', text: '{"jsonrpc":"2.0","id":1,"res' },
  { name: 'white space', text: '  \n' },
  { name: 'a newline', text: '\n' },
  { name: 'no text', text: '' },
  { name: 'a message above the limit', text: `{"jsonrpc":"2.0","id":1,"result":"${'x'.repeat(1000)}"}` },
];

describe('a message in several chunks gives the same result as in one chunk', () => {
  for (const { name, text } of bodies) {
    test(name, () => {
      const whole = Buffer.from(text);
      const expected = told(parseMessage(whole, options));
      // The reader is reused, so that state left by one message would affect the next.
      const reader = new MessageReader(options);
      fc.assert(
        fc.property(fc.array(fc.nat(whole.length)), (cuts) => {
          const places = [0, ...cuts.sort((a, b) => a - b), whole.length];
          for (const [i, from] of places.slice(0, -1).entries())
            reader.add(whole.subarray(from, places[i + 1]));
          const { message, frame } = reader.end();
          expect(told(message)).toEqual(expected);
          expect(Buffer.concat(frame)).toEqual(whole);
        }),
      );
    });
  }
});

test('a message in chunks of one byte needs no more memory than its size', () => {
  const reader = new MessageReader({ sender: 'server' });
  const bytes = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, result: 'x'.repeat(200_000) }));
  for (let at = 0; at < bytes.length; at++) reader.add(bytes.subarray(at, at + 1));
  const { frame, message } = reader.end();
  expect(message?.kind).toBe('response');
  expect(frame.length).toBeLessThan(10);
});
