// Tests `response_replace` with values that only the name of their key reveals as secrets. `[responses]` is off, because it
// finds them as well.

import { expect, test } from 'vitest';
import { Bench, use } from '../../test/test-connection.js';

const PASSWORD = ['hG7s9kLq', '2mZx4vBn'].join('');
const GONE = '<secret>';

async function answered(category: string, structuredContent: unknown): Promise<unknown> {
  const guard = `[[guard]]\nrule_type = "response_replace"\ntools = ["*"]\ndlp_rule_id = "${category}"\nreplacement = "${GONE}"\n`;
  const bench = await Bench.open(`default = "allow"\n[responses]\nenabled = false\n${guard}`);
  bench.client(use(1, 'query'));
  await bench.idle();
  bench.server({ jsonrpc: '2.0', id: 1, result: { content: [], structuredContent } });
  await bench.idle();
  return JSON.parse(bench.atClient[0] ?? '{}').result.structuredContent;
}

const cases: readonly (readonly [name: string, category: string, before: unknown, after: unknown])[] = [
  [
    'the value of a key that names a secret',
    'api_keys',
    { user: 'jane', password: PASSWORD },
    { user: 'jane', password: GONE },
  ],
  [
    'a value beside the name of a secret',
    'api_keys',
    [{ name: 'DB_PASSWORD', value: PASSWORD }],
    [{ name: 'DB_PASSWORD', value: GONE }],
  ],
  ['the value of a key for a token', 'high_entropy', { api_key: PASSWORD }, { api_key: GONE }],
  ['not in a rule for other data', 'emails', { password: PASSWORD }, { password: PASSWORD }],
  ['no word', 'api_keys', { password: 'required' }, { password: 'required' }],
];
for (const [name, category, before, after] of cases)
  test(`response_replace: ${name}`, async () => expect(await answered(category, before)).toEqual(after));
