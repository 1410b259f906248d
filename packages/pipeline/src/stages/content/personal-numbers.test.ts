import { expect, test } from 'vitest';
import { Bench, errorOf, use } from '../../../test/test-connection.js';

const CARD = '4012888888881881';

async function answered(number: string, personal: string): Promise<string> {
  const bench = await Bench.open(`version = 1\ndefault = "allow"\n[responses]\npersonal = "${personal}"`);
  bench.client(use(1, 'query'));
  bench.server(`{"jsonrpc":"2.0","id":1,"result":{"structuredContent":{"n":${number}}}}`);
  await bench.idle();
  return bench.atClient[0] ?? '';
}

for (const [name, number] of [
  ['as a whole number', CARD],
  ['with a zero fraction', `${CARD}.0`],
  ['with an exponent', '4.012888888881881e15'],
] as const) {
  test(`a card number as a JSON number withholds the response: ${name}`, async () => {
    for (const personal of ['redact', 'block'])
      expect(errorOf(await answered(number, personal)).rule).toBe('responses.personal');
  });
}

for (const number of [
  '1765432100123',
  '3.141592653589793',
  '12345678901234567890',
  '-1e308',
  '4012888888881882',
  '0',
])
  test(`another number is allowed: ${number}`, async () =>
    expect(await answered(number, 'block')).toContain(number));

test('a card number is allowed if the policy does not search for it', async () => {
  for (const personal of ['off', 'log']) expect(await answered(CARD, personal)).toContain(CARD);
});
