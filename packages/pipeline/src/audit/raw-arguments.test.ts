import { parseMessage } from '@claw/jsonrpc-stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { rawArguments } from './raw-arguments.js';

const read = (text: string) => {
  const message = parseMessage(new TextEncoder().encode(`${text}\n`), { sender: 'client' });
  if (message === undefined || !('method' in message)) throw new Error('the text is no message');
  const bytes = rawArguments(message);
  return bytes && new TextDecoder().decode(bytes);
};
const call = (params: string) => read(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`);

const cases = [
  {
    name: 'are returned with their original spelling',
    params: '{"name":"t","arguments":{"b":1.0, "a":[1e2]}}',
    text: '{"b":1.0, "a":[1e2]}',
  },
  { name: 'may precede other members', params: '{"arguments":{"a":"}"},"name":"t"}', text: '{"a":"}"}' },
  { name: 'may be surrounded by spaces', params: ' { "arguments" : {} , "name" : "t" } ', text: '{}' },
  { name: 'may be a value that is not an object', params: '{"name":"t","arguments":17}', text: '17' },
  {
    name: 'are not taken from another member',
    params: '{"name":"t","_meta":{"arguments":{"a":1}}}',
    text: undefined,
  },
  {
    name: 'are not taken from a string',
    params: '{"name":"\\",\\"arguments\\":{\\"a\\":1}","arguments":{"b":2}}',
    text: '{"b":2}',
  },
  {
    name: 'are not returned if they contain an escape, which could hide a secret',
    params: '{"name":"t","arguments":{"a":"\\u0073ecret"}}',
    text: undefined,
  },
  {
    name: 'are not returned if they are long',
    params: `{"name":"t","arguments":{${' '.repeat(9000)}}}`,
    text: undefined,
  },
];
describe('arguments', () => {
  for (const { name, params, text } of cases) test(name, () => expect(call(params)).toBe(text));

  test('are found at any position of `params`', () => {
    expect(
      read('{"params":{"arguments":{"a":1},"name":"t"},"method":"tools/call","id":1,"jsonrpc":"2.0"}'),
    ).toBe('{"a":1}');
  });

  test('are equal to the parsed value for any message', () => {
    fc.assert(
      fc.property(fc.string(), fc.dictionary(fc.string({ maxLength: 40 }), fc.jsonValue()), (name, value) => {
        const text = call(JSON.stringify({ name, _meta: value, arguments: value, task: { ttl: 1 } }));
        const holdsCodes = /(?<!\\)(?:\\\\)*\\u/.test(JSON.stringify(value));
        if (holdsCodes) expect(text).toBeUndefined();
        else if (text !== undefined) expect(text).toBe(JSON.stringify(value));
      }),
    );
  });
});
