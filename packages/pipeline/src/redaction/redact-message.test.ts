import { createEngine } from '@claw/detectors';
import { parseMessage, type ResponseMessage, spliceMessage } from '@claw/jsonrpc-stream';
import { expect, test } from 'vitest';
import { HandClock } from '../../test/test-connection.js';
import { MessageTexts } from '../text/message-texts.js';
import { toEdits } from './edits.js';
import { redactForAudit } from './redact-message.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const engine = createEngine({ kinds: ['secrets'] });
const detect = (text: string) => engine.detect(text, { as: 'result' });

function textsOf(line: string): MessageTexts {
  const message = parseMessage(new TextEncoder().encode(line), { sender: 'server' });
  return new MessageTexts(message as ResponseMessage);
}

/** Returns the line without its secrets, or the reason why it cannot be redacted. */
function redacted(body: string): string {
  const line = `{"jsonrpc":"2.0","id":1,"result":${body}}`;
  const texts = textsOf(line);
  const found = texts.search(engine, { as: 'result' }, new HandClock()) as Parameters<
    typeof redactForAudit
  >[1];
  const redaction = redactForAudit(texts, found, detect);
  if (redaction.kind === 'impossible') return `impossible: ${redaction.reason}`;
  const { bytes } = spliceMessage(texts.message, toEdits(texts, redaction.replacements), {
    sender: 'server',
  });
  return new TextDecoder().decode(bytes).slice('{"jsonrpc":"2.0","id":1,"result":'.length, -1);
}

const json = (value: unknown) => JSON.stringify(value);
const once = json({ k: KEY });
const twice = json({ b: once });

const cases: readonly (readonly [name: string, before: string, after: string])[] = [
  ['nothing', '{"a":"b"}', '{"a":"b"}'],
  ['one value', `{"a":"x ${KEY} y"}`, '{"a":"x [REDACTED] y"}'],
  ['a value twice in one text', `{"a":"${KEY},${KEY}"}`, '{"a":"[REDACTED],[REDACTED]"}'],
  [
    'white space and spelling are preserved',
    `{ "a" : "\\u00e9 ${KEY} \\/" , "n":1.0 }`,
    '{ "a" : "\\u00e9 [REDACTED] \\/" , "n":1.0 }',
  ],
  ['a value spelled with escapes', `{"a":"\\u0041${KEY.slice(1)}"}`, '{"a":"[REDACTED]"}'],
  ['JSON in text', json({ a: once }), json({ a: json({ k: '[REDACTED]' }) })],
  ['JSON in JSON in text', json({ a: twice }), json({ a: json({ b: json({ k: '[REDACTED]' }) }) })],
  [
    'a password that is recognized only by its context, and the same value without context',
    json({ text: 'password = "Tr0ub4dor&3-horse"', twin: { p: 'Tr0ub4dor&3-horse' } }),
    json({ text: 'password = "[REDACTED]"', twin: { p: '[REDACTED]' } }),
  ],
  [
    'next to characters of two units',
    json({ a: `\u{1F980}${KEY}\u{1F980}` }),
    json({ a: '\u{1F980}[REDACTED]\u{1F980}' }),
  ],
  [
    'the state of a call in a log entry',
    json({ a: KEY, requestState: KEY }),
    json({ a: '[REDACTED]', requestState: '[REDACTED]' }),
  ],
];
for (const [name, before, after] of cases) test(name, () => expect(redacted(before)).toBe(after));

for (const [name, body, why] of [
  ['a key', json({ [KEY]: 1 }), 'a finding is in a key or an id, which'],
  ['a key that repeats a value', json({ a: KEY, [KEY]: 1 }), 'a finding is in a key or an id, which'],
  [
    'a key that repeats a value without its context',
    json({ text: 'password = "Tr0ub4dor&3-horse"', 'Tr0ub4dor&3-horse': 1 }),
    'a found value is in a key or an id, which',
  ],
  ['the whole result', json(KEY), 'a finding is in a result that is a plain string, which'],
] as const)
  test(`cannot be redacted: ${name}`, () =>
    expect(redacted(body)).toBe(`impossible: ${why} cannot be redacted`));

test('cannot be redacted: an id', () => {
  const texts = textsOf(json({ jsonrpc: '2.0', id: KEY, result: { a: KEY } }));
  const found = texts.search(engine, { as: 'result' }, new HandClock()) as Parameters<
    typeof redactForAudit
  >[1];
  expect(redactForAudit(texts, found, detect).kind).toBe('impossible');
});

test('base64 text is encoded again without the secret', () => {
  const blob = Buffer.from(`key = ${KEY}\n`).toString('base64');
  const clean = Buffer.from('key = [REDACTED]\n').toString('base64');
  expect(redacted(json({ contents: [{ blob }] }))).toBe(json({ contents: [{ blob: clean }] }));
});

test('only members named `blob`, and base64 under `data`, are decoded', () => {
  const words = `key = ${KEY} and some plain words`;
  expect(redacted(json({ data: words }))).toBe(json({ data: words.replace(KEY, '[REDACTED]') }));
});
