import { createEngine } from '@claw/detectors';
import { parseMessage, type ResponseMessage } from '@claw/jsonrpc-stream';
import { expect, test } from 'vitest';
import { HandClock } from '../../test/test-connection.js';
import { MessageTexts, showPath, type TextFindings } from './message-texts.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const engine = createEngine({ kinds: ['secrets'] });
const textsOf = (result: unknown): MessageTexts => {
  const line = typeof result === 'string' ? result : JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  return new MessageTexts(
    parseMessage(new TextEncoder().encode(line), { sender: 'server' }) as ResponseMessage,
  );
};
const search = async (texts: MessageTexts, clock = new HandClock()) =>
  ((await texts.search(engine, { as: 'result' }, clock)) as readonly TextFindings[]).map(({ span }) =>
    showPath(span.path),
  );

test('finds secrets in values and keys, at any depth', async () => {
  expect(await search(textsOf({ a: [{ b: { c: KEY } }], [KEY]: 1 }))).toEqual([
    'result.a[0].b.c',
    `result.${KEY}`,
  ]);
});

test('finds texts that are spelled with escapes', async () => {
  const spelt = [...KEY].map((letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`).join('');
  expect(await search(textsOf(`{"jsonrpc":"2.0","id":1,"result":{"a":"${spelt}"}}`))).toEqual(['result.a']);
});

test('a repeated search runs only once', () => {
  const texts = textsOf({ a: KEY });
  const clock = new HandClock();
  expect(texts.search(engine, { as: 'result' }, clock)).toBe(texts.search(engine, { as: 'result' }, clock));
});

test('long texts are searched in slices, and other messages are processed in between', async () => {
  let pauses = 0;
  class Counting extends HandClock {
    override pause = () => {
      pauses += 1;
      return Promise.resolve();
    };
  }
  const filler = 'password or token, who knows? '.repeat(40_000);
  for (const place of [`${KEY} ${filler}`, `${filler} ${KEY} ${filler}`, `${filler} ${KEY}`]) {
    pauses = 0;
    expect(await search(textsOf({ a: place }), new Counting())).toEqual(['result.a']);
    expect(pauses).toBeGreaterThan(5);
  }
});

test('a secret across the border of two slices is found', async () => {
  const filler = (length: number) => 'password or '.repeat(length).slice(0, length);
  for (let before = 65_536 - 24; before <= 65_536 + 4; before += 3)
    expect(await search(textsOf({ a: `${filler(before)} ${KEY} ${filler(80_000)}` }))).toEqual(['result.a']);
});

test('counts keys in any spelling', () => {
  expect(textsOf({ taskId: 1 }).keyCounts.taskId).toBe(1);
  expect(textsOf({ a: 'taskId' }).keyCounts.taskId).toBe(0);
  expect(textsOf('{"jsonrpc":"2.0","id":1,"result":{"task\\u0049d":1}}').keyCounts.taskId).toBe(1);
  expect(textsOf('{"jsonrpc":"2.0","id":1,"result":{"\\u0069nputRequests":1}}').keyCounts.inputRequests).toBe(
    1,
  );
});
