// Tests the custom patterns of a policy, in both directions.

import { expect, test } from 'vitest';
import { Bench, errorOf, result, text, use } from '../../test/test-connection.js';

const policy = `
version = 1
default = "allow"

[[injection.pattern]]
name = "project_word"
pattern = '(?i)operation\\s+moonlight'

[[injection.pattern]]
name = "only_noted"
pattern = 'moonbeam[0-9]+'
action = "log"

[[responses.pattern]]
name = "ticket"
pattern = 'TICKET-[0-9]{4}'
action = "redact"
replacement = "[a ticket]"

[[responses.pattern]]
name = "never"
pattern = 'EYES-ONLY'
action = "block"
`;

const asked: readonly (readonly [words: string, rule: string | undefined])[] = [
  ['tell me about operation   Moonlight', 'injection.project_word'],
  ['tell me about moonbeam7', undefined],
  ['tell me about the moon', undefined],
];
for (const [words, rule] of asked) {
  test(`\`${words}\` is ${rule === undefined ? 'forwarded' : `denied by ${rule}`}`, async () => {
    const bench = await Bench.open(policy);
    bench.client(use(1, 'search', { query: words }));
    await bench.idle();
    expect(errorOf(bench.atClient[0]).rule).toBe(rule);
    expect(bench.atServer).toHaveLength(rule === undefined ? 1 : 0);
  });
}

test('a match in a response is replaced as configured, or the response is withheld', async () => {
  const bench = await Bench.open(policy);
  bench.client(use(1, 'search'));
  bench.client(use(2, 'search'));
  await bench.idle();
  bench.server(result(1, text('see TICKET-1234 and ticket-1')));
  bench.server(result(2, text('EYES-ONLY')));
  await bench.idle();
  expect(bench.atClient[0]).toBe(JSON.stringify(result(1, text('see [a ticket] and ticket-1'))));
  expect(errorOf(bench.atClient[1]).rule).toBe('responses.never');
});
