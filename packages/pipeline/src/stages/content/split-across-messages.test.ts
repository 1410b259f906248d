import { expect, test } from 'vitest';
import { Bench, notification } from '../../../test/test-connection.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const progress = (message: unknown, progressToken: unknown = 1) =>
  notification('notifications/progress', { progressToken, progress: 1, message });

async function heard(secrets: string, ...lines: readonly unknown[]): Promise<readonly string[]> {
  const bench = await Bench.open(`version = 1\ndefault = "allow"\n[responses]\nsecrets = "${secrets}"`);
  for (const line of lines) {
    bench.server(line);
    await bench.idle();
  }
  return bench.atClient.map((line) => JSON.parse(line).params.message);
}

const [first, rest] = [KEY.slice(0, 9), KEY.slice(9)];

test('the rest of a secret is redacted', async () =>
  expect(await heard('redact', progress(first), progress(`${rest}.`))).toEqual([first, '[REDACTED].']));

test('the rest of a secret is withheld if the policy blocks secrets', async () =>
  expect(await heard('block', progress(first), progress(rest), progress('bye'))).toEqual([first, 'bye']));

test('the rest of a secret is allowed if the policy allows secrets', async () =>
  expect(await heard('off', progress(first), progress(rest))).toEqual([first, rest]));

test('the rest of a secret in three parts is redacted', async () =>
  expect(
    await heard('redact', progress(KEY.slice(0, 6)), progress(KEY.slice(6, 12)), progress(KEY.slice(12))),
  ).toEqual([KEY.slice(0, 6), KEY.slice(6, 12), '[REDACTED]']));

test('texts of different calls are not joined', async () =>
  expect(await heard('redact', progress(first, 1), progress(rest, 2))).toEqual([first, rest]));

test('a message that is not text is forwarded', async () =>
  expect(await heard('redact', progress(first), progress({ a: 1 }), progress('x'))).toEqual([
    first,
    { a: 1 },
    'x',
  ]));
