import { createEngine } from '@claw/detectors';
import { parseMessage, type ResponseMessage } from '@claw/jsonrpc-stream';
import { expect, test } from 'vitest';
import { searchAdjacent } from './adjacent-content.js';
import { MessageTexts, showPath } from './message-texts.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const engine = createEngine({ kinds: ['secrets'] });
const clock = { now: () => 0, ticks: () => 0, after: () => () => {}, pause: async () => {} };

/** Returns the parts of each text that belong to a finding across texts. */
async function across(result: unknown): Promise<readonly string[]> {
  const line = JSON.stringify({ jsonrpc: '2.0', id: 1, result });
  const message = parseMessage(new TextEncoder().encode(line), { sender: 'server' });
  const texts = new MessageTexts(message as ResponseMessage);
  const found = await searchAdjacent(texts, [], engine, { as: 'result' }, clock);
  const places = found.flatMap(({ span, text, findings }) =>
    findings.map(({ start, end }) => `${showPath(span.path)} ${text.slice(start, end)}`),
  );
  return [...new Set(places)];
}
const items = (...texts: readonly string[]) => ({ content: texts.map((text) => ({ type: 'text', text })) });

const cases: readonly (readonly [name: string, result: unknown, found: readonly string[]])[] = [
  ['one text', items(`a ${KEY}`), []],
  ['a secret inside one of two texts is not reported here', items(`a ${KEY} `, 'b'), []],
  [
    'a secret in two parts',
    items(`a ${KEY.slice(0, 8)}`, `${KEY.slice(8)} b`),
    [`result.content[0].text ${KEY.slice(0, 8)}`, `result.content[1].text ${KEY.slice(8)}`],
  ],
  [
    'a secret in three parts, with an empty text between them',
    items(KEY.slice(0, 5), '', KEY.slice(5, 10), KEY.slice(10)),
    [
      `result.content[0].text ${KEY.slice(0, 5)}`,
      `result.content[2].text ${KEY.slice(5, 10)}`,
      `result.content[3].text ${KEY.slice(10)}`,
    ],
  ],
  [
    'one letter in each text',
    items(...KEY),
    [...KEY].map((letter, index) => `result.content[${index}].text ${letter}`),
  ],
  ['texts of different lists', { a: [{ text: KEY.slice(0, 8) }], b: [{ text: KEY.slice(8) }] }, []],
  [
    'deeper texts of one list',
    { messages: [{ content: { text: KEY.slice(0, 8) } }, { content: { text: KEY.slice(8) } }] },
    [`result.messages[0].content.text ${KEY.slice(0, 8)}`, `result.messages[1].content.text ${KEY.slice(8)}`],
  ],
  [
    'with letters directly after the secret',
    items(`a ${KEY.slice(0, 8)}`, KEY.slice(8), 'bcd'),
    [`result.content[0].text ${KEY.slice(0, 8)}`, `result.content[1].text ${KEY.slice(8)}`],
  ],
  [
    'a text and the text of an embedded resource',
    {
      content: [
        { type: 'text', text: `k ${KEY.slice(0, 8)}` },
        { type: 'resource', resource: { text: KEY.slice(8), uri: 'a://b' } },
      ],
    },
    [`result.content[0].text ${KEY.slice(0, 8)}`, `result.content[1].resource.text ${KEY.slice(8)}`],
  ],
  [
    'a text and the description of a link',
    {
      content: [
        { type: 'text', text: KEY.slice(0, 8) },
        { type: 'resource_link', description: KEY.slice(8), uri: 'a://b' },
      ],
    },
    [`result.content[0].text ${KEY.slice(0, 8)}`, `result.content[1].description ${KEY.slice(8)}`],
  ],
  [
    'values of structured content',
    {
      content: [],
      structuredContent: { a: KEY.slice(0, 8), b: { c: KEY.slice(8) }, d: 'x' },
      _meta: { e: 'f' },
    },
    [`result.structuredContent.a ${KEY.slice(0, 8)}`, `result.structuredContent.b.c ${KEY.slice(8)}`],
  ],
  [
    'a column of structured content',
    {
      structuredContent: {
        rows: [
          { id: 'one', part: KEY.slice(0, 8) },
          { id: 'two', part: KEY.slice(8) },
        ],
      },
    },
    [
      `result.structuredContent.rows[0].part ${KEY.slice(0, 8)}`,
      `result.structuredContent.rows[1].part ${KEY.slice(8)}`,
    ],
  ],
  [
    'a name and a value in different members of structured content are not an assignment',
    { structuredContent: { a: 'password = ', b: 'Tr0ub4dor&3-horse' } },
    [],
  ],
  ['texts without a secret', items('hello', 'world'), []],
];
for (const [name, result, found] of cases)
  test(name, async () => expect(await across(result)).toEqual(found));
