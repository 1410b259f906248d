// Large responses are processed in slices, so that other messages do not have to wait for the end. The tests count
// iterations of the event loop instead of measuring time.

import { expect, test } from 'vitest';
import { Bench, result, text, use } from '../../test/test-connection.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const OPEN = 'version = 1\ndefault = "allow"\n';
const numbered = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, at) => make(at));

const bodies: Readonly<Record<string, readonly [body: unknown, turns: number]>> = {
  'many short texts': [text(...numbered(60_000, () => 'a')), 20],
  'many texts with a secret each': [
    text(...numbered(4000, (at) => `k ${KEY.slice(0, -4)}${1000 + at} `)),
    20,
  ],
  'many strings in structured content': [
    { content: [], structuredContent: { rows: numbered(60_000, (at) => `name ${at}`) } },
    20,
  ],
  'text in a broken blob': [
    {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'a://b',
            mimeType: 'text/plain',
            blob: Buffer.concat([
              Buffer.from([0xff]),
              Buffer.from('a password, a token. '.repeat(40_000)),
            ]).toString('base64'),
          },
        },
      ],
    },
    20,
  ],
  'a secret in a large blob': [
    {
      content: [
        {
          type: 'resource',
          resource: {
            uri: 'a://b',
            mimeType: 'text/plain',
            blob: Buffer.from(`${'a password, a token. '.repeat(40_000)} ${KEY}`).toString('base64'),
          },
        },
      ],
    },
    20,
  ],
  'many values to be cut out of a long text': [
    text(numbered(300, (at) => `${KEY.slice(0, -3)}${100 + at}`).join(' '), 'x'.repeat(200_000)),
    20,
  ],
};

for (const [name, [body, turns]] of Object.entries(bodies))
  test(`other messages are processed at the same time as a large response: ${name}`, {
    timeout: 60_000,
  }, async () => {
    const bench = await Bench.open(OPEN);
    let paused = 0;
    bench.clock.pause = () => {
      paused += 1;
      return new Promise((resolve) => setImmediate(resolve));
    };
    bench.client(use(1, 'big'));
    bench.client(use(2, 'small'));
    bench.server(result(1, body));
    bench.server(result(2, text('here already')));
    await bench.idle();
    expect(bench.atClient.map((line) => JSON.parse(line).id)).toEqual([2, 1]);
    expect(paused).toBeGreaterThan(turns);
    expect(bench.atClient[1]).not.toContain(KEY);
  });
