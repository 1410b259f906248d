// Tests the data categories that a policy can redact, by each of their names.
import { expect, test } from 'vitest';
import { Bench, use } from '../../../test/test-connection.js';

const parts = {
  mail: 'jane.doe@acme-industrie.de',
  card: '4012888888881881',
  iban: 'DE89370400440532013000',
  address: '203.0.114.77',
  page: 'https://wiki.acme-industrie.de/a',
  vendor: ['AKIA', 'Z5QLTX7N4KPW2MVD'].join(''),
  token: `password=${['kT9v', 'Qz7LmX2p'].join('')}`,
} as const;
type Part = keyof typeof parts;

async function cutOut(settings: string): Promise<readonly Part[]> {
  const bench = await Bench.open(`default = "allow"\n[responses]\n${settings}`);
  bench.client(use(1, 'query', {}));
  await bench.idle();
  const content = Object.values(parts).map((text) => ({ type: 'text', text: `here: ${text} .` }));
  bench.server({ jsonrpc: '2.0', id: 1, result: { content } });
  await bench.idle();
  const answer = bench.atClient.at(-1) ?? '';
  return (Object.keys(parts) as Part[]).filter((part) => !answer.includes(parts[part])).sort();
}

const cases: readonly (readonly [categories: string | undefined, parts: readonly Part[]])[] = [
  [undefined, ['address', 'card', 'iban', 'mail', 'token', 'vendor']],
  ['"emails"', ['mail']],
  ['"financial"', ['card', 'iban']],
  ['"iban"', ['iban']],
  ['"credit_cards"', ['card']],
  ['"ips"', ['address']],
  ['"urls"', ['page']],
  ['"tokens"', ['token']],
  ['"vendor_keys"', ['vendor']],
  ['"api_keys"', ['token', 'vendor']],
  ['"secrets"', ['token', 'vendor']],
  ['["secrets", "emails"]', ['mail', 'token', 'vendor']],
];
for (const [categories, expected] of cases)
  test(`categories: ${categories ?? 'all'}`, async () => {
    const chosen = categories === undefined ? '' : `categories = ${categories}\n`;
    expect(await cutOut(`personal = "redact"\n${chosen}`)).toEqual(expected);
  });
