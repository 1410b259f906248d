import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { replaceEventData, type SseEvent, SseReader } from './sse.js';

const ping = '{"jsonrpc":"2.0","method":"notifications/x"}';

function read(text: string | Uint8Array, step = 1e9, limits = {}): SseEvent[] {
  const bytes = typeof text === 'string' ? Buffer.from(text) : text;
  const reader = new SseReader({ sender: 'server', wire: { limits } });
  const events: SseEvent[] = [];
  for (let at = 0; at < bytes.length; at += step) events.push(...reader.push(bytes.subarray(at, at + step)));
  return events;
}

const frameText = (event: SseEvent) => Buffer.concat(event.frame).toString();

const cases = [
  { name: 'LF', text: `data: ${ping}\n\n` },
  { name: 'CRLF', text: `data: ${ping}\r\n\r\n` },
  { name: 'CR', text: `data: ${ping}\r\r` },
  { name: 'mixed line ends', text: `event: message\r\ndata: ${ping}\n\r` },
  { name: 'no space', text: `data:${ping}\n\n` },
  { name: 'a byte order mark', text: `\ufeffdata: ${ping}\n\n` },
  { name: 'several data lines', text: 'data: {"jsonrpc":"2.0",\ndata: "method":"notifications/x"}\n\n' },
  {
    name: 'other fields around the data',
    text: `: hello\nid: 7\nretry: 5\nfoo: bar\ndata: ${ping}\nnocolon\n\n`,
  },
];

describe('server-sent events', () => {
  for (const { name, text } of cases) {
    for (const step of [1, 3, 1e9]) {
      test(`reads ${name} in steps of ${step}`, () => {
        const events = read(text, step);
        expect(events.map(({ message }) => message?.kind).filter(Boolean)).toEqual(['notification']);
        expect(events.map(frameText).join('')).toBe(text);
      });
    }
  }

  test('comments and priming events contain no message and are forwarded immediately', () => {
    const events = read(': keep-alive\n\nid: 1\ndata:\n\nretry: 3000\n\n');
    expect(events.map(({ message, lastEventId }) => [message, lastEventId])).toEqual([
      [undefined, undefined],
      [undefined, '1'],
      [undefined, undefined],
    ]);
  });

  test('every event type is read, and an id with NUL is ignored', () => {
    const [event] = read(`event: endpoint\nid: a\0b\ndata: ${ping}\n\n`);
    expect(event).toMatchObject({
      type: 'endpoint',
      lastEventId: undefined,
      message: { kind: 'notification' },
    });
  });

  test('data that is not a message is rejected', () => {
    expect(read('data: hello\n\n')[0]?.message).toMatchObject({ kind: 'refused', code: -32700 });
  });

  test('an incomplete event at the end is returned as bytes', () => {
    const reader = new SseReader({ sender: 'server' });
    expect(reader.push(Buffer.from(`data: ${ping}\n`))).toEqual([]);
    expect(Buffer.concat(reader.end()).toString()).toBe(`data: ${ping}\n`);
  });

  test('an event over the limit is rejected and the next one is read', () => {
    const events = read(`data: "${'x'.repeat(500)}"\n\ndata: ${ping}\n\n`, 64, {
      maxMessage: 100,
      maxBuffer: 200,
    });
    expect(events.map(({ message }) => message?.kind)).toEqual(['refused', 'notification']);
    expect(events[0]?.message).toMatchObject({ limit: 'size' });
  });

  test('the fields before the data of an event over the limit are kept, so that a client can resume after it', () => {
    for (const step of [7, 64, 4096]) {
      const [event] = read(`id: 7\nevent: x\nretry: 5\ndata: "${'x'.repeat(9000)}"\n\n`, step, {
        maxMessage: 100,
        maxBuffer: 200,
      });
      expect(event).toMatchObject({ lastEventId: '7', type: 'x', message: { limit: 'size' } });
      expect(frameText(event as SseEvent)).toBe('id: 7\nevent: x\nretry: 5\n');
      expect(Buffer.from(replaceEventData(event as SseEvent, Buffer.from('{}'))).toString()).toBe(
        'id: 7\nevent: x\nretry: 5\ndata: {}\n\n',
      );
    }
  });

  test('an event over the limit is rejected with the id of its message, if the id is at its beginning', () => {
    const long = 'x'.repeat(9000);
    const cases = [
      [`data: {"jsonrpc":"2.0","id":"a-1","result":{"t":"${long}"}}`, '"a-1"', true],
      [`id: 7\ndata: {"jsonrpc":"2.0",\ndata: "id":3,\ndata: "result":"${long}"}`, '3', true],
      [`id: 7\rdata:{"id":4,"error":{"message":"${long}"}}\r`, '4', true],
      [`data: {"id":5,"method":"x","params":["${long}"]}`, '5', false],
      [`data: {"result":"${long}","id":6}`, undefined, true],
      [`data: {"result":{"id":6,"t":"${long}"}}`, undefined, true],
      [`: {"id":8}\nevent: {"id":8}\ndata: "${long}"`, undefined, false],
    ] as const;
    for (const step of [7, 4096, 1e9])
      for (const [text, id, isResponse] of cases) {
        const [event] = read(`${text}\n\n`, step, { maxMessage: 100, maxBuffer: 200 });
        const { message } = event as SseEvent;
        expect(message).toMatchObject({ kind: 'refused', limit: 'size', isResponse });
        expect((message as { id?: { token: string } }).id?.token, text.slice(0, 60)).toBe(id);
      }
  });

  test('an event without its data still has its id, and an event without fields is ignored', () => {
    const [numbered, plain] = read(`id: 7\ndata: {}\n\ndata: {}\n\n`);
    expect(Buffer.from(replaceEventData(numbered as SseEvent, undefined)).toString()).toBe('id: 7\n\n');
    expect(Buffer.from(replaceEventData(plain as SseEvent, undefined)).toString()).toBe('');
  });

  test('a retry time is read if it is a whole number', () => {
    const events = read('retry: 250\n\nretry: soon\n\nretry:7\ndata: {}\n\nretry: -1\n\n');
    expect(events.map(({ retry }) => retry)).toEqual([250, undefined, 7, undefined]);
  });

  test('replacing the data keeps the other lines', () => {
    const [event] = read(`id: 7\r\nevent: message\ndata: {}\nretry: 1\n\n`);
    expect(Buffer.from(replaceEventData(event as SseEvent, Buffer.from(ping))).toString()).toBe(
      `id: 7\r\nevent: message\nretry: 1\ndata: ${ping}\n\n`,
    );
  });

  test('the frames contain all bytes of the stream, for any chunk sizes', () => {
    const line = fc.constantFrom('data: {}', `data: ${ping}`, 'id: 1', ': c', '', '', 'event: x', 'data');
    const stream = fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { maxLength: 12 });
    fc.assert(
      fc.property(stream, fc.integer({ min: 1, max: 9 }), (lines, step) => {
        const text = lines.flat().join('');
        const reader = new SseReader({ sender: 'server' });
        let seen = '';
        for (let at = 0; at < text.length; at += step) {
          for (const event of reader.push(Buffer.from(text.slice(at, at + step)))) seen += frameText(event);
        }
        expect(seen + Buffer.concat(reader.end()).toString()).toBe(text);
      }),
      { numRuns: 3000 },
    );
  });
});
