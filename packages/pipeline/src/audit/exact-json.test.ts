import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Bench, use } from '../../test/test-connection.js';
import { rewriteExactly } from './exact-json.js';

const none = (_name: string): boolean => false;
const password = (name: string): boolean => name === 'password';

const cases: readonly { name: string; json: string; isSecret?: typeof none; text: string | undefined }[] = [
  {
    name: 'numbers are unchanged',
    json: '{"a":{"n":[9007199254740993,-0,1.0,1e400,1E+2,-1.50e-7,0]}}',
    text: '{"n":[9007199254740993,-0,1.0,1e400,1E+2,-1.50e-7,0]}',
  },
  {
    name: 'white space is removed, and escapes are decoded',
    json: ' {\n"x" : [ "}" , {"a":2} ] ,\t"\\u0061" :\r\n{ "\\u0062" : "\\u0041\\n\\"" , "c":[ ], "d" : { } } } ',
    text: '{"b":"A\\n\\"","c":[],"d":{}}',
  },
  {
    name: 'backslashes at the end of a string',
    json: '{"b":"\\\\","a":"\\\\\\""}',
    text: '"\\\\\\""',
  },
  { name: 'a missing member', json: '{"b":{"a":1},"c":["a",1]}', text: undefined },
  { name: 'literals', json: '{"a":[true,false,null]}', text: '[true,false,null]' },
  {
    name: 'members with the name of a secret are masked, at any depth',
    json: '{"a":{"password":{"x":[1.0,"s","",null,true]},"pass\\u0077ord":-1,"n":1.0}}',
    isSecret: password,
    text: '{"password":{"x":["[REDACTED]","[REDACTED]","",null,true]},"password":"[REDACTED]","n":1.0}',
  },
];
for (const { name, json, isSecret = none, text } of cases)
  test(name, () => expect(rewriteExactly(json, ['a'], isSecret)).toBe(text));

test('serialized values are equal to the original, whatever its spelling', () => {
  const spaces = fc.constantFrom('', ' ', '\n\t', 4);
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), fc.jsonValue(), spaces, (value, before, space) => {
      const json = JSON.stringify({ before, params: { before, arguments: value } }, null, space);
      const text = rewriteExactly(json, ['params', 'arguments'], none) as string;
      expect(text.includes('\n')).toBe(false);
      expect(JSON.parse(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

/** Returns the arguments of a call in its log entry. */
async function recorded(json: string): Promise<unknown> {
  const bench = await Bench.open('version = 1\ndefault = "deny"\n');
  bench.client(JSON.stringify(use(1, 'pay')).replace('{}', () => json));
  await bench.idle();
  const written = bench.entries[0]?.arguments;
  return typeof written === 'string' ? written : Buffer.from(written ?? []).toString();
}

const key = `sk_live_${'4eC39HqLyjWDarjtT1zdp7dc'}`;
const calls = [
  ['plain', '{"amount":9007199254740993,"to":"a"}', '{"amount":9007199254740993,"to":"a"}'],
  ['escaped', '{"amount":-0,"rate":1.0,"to":"a\\nb"}', '{"amount":-0,"rate":1.0,"to":"a\\nb"}'],
  ['long', `{"amount":1e400,${' '.repeat(9000)}"to":"a"}`, '{"amount":1e400,"to":"a"}'],
  [
    'with a secret',
    `{"amount":9007199254740993,"to":"${key}"}`,
    '{"amount":9007199254740993,"to":"[REDACTED]"}',
  ],
  ['with a secret by its name', '{"amount":1.0,"pin":1234}', '{"amount":1.0,"pin":"[REDACTED]"}'],
] as const;
for (const [name, json, text] of calls)
  test(`an entry keeps the numbers of arguments that are ${name}`, async () =>
    expect(await recorded(json)).toBe(text));
