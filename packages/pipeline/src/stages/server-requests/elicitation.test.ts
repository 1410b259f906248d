import { expect, test } from 'vitest';
import { Bench, errorOf, request, result } from '../../../test/test-connection.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const policy = (secrets: string) => `version = 1\ndefault = "allow"\n[elicitation]\nsecrets = "${secrets}"`;
const form = (properties: object, extra: object = {}) => ({
  message: 'Details, please',
  requestedSchema: { type: 'object', properties },
  ...extra,
});

async function asked(params: unknown, secrets = 'deny'): Promise<Bench> {
  const bench = await Bench.open(policy(secrets));
  bench.server(request('q', 'elicitation/create', params));
  await bench.idle();
  return bench;
}

const refusedFields: readonly (readonly [string, object])[] = [
  ['by its name', { password: {} }],
  ['in upper case', { API_KEY: {} }],
  ['in camel case', { accessToken: {} }],
  ['by its title', { x: { title: 'Your passphrase' } }],
  ['by its description', { x: { description: 'the seed phrase of your wallet' } }],
  ['by its format', { x: { format: 'password' } }],
  ['with an invisible letter', { ['pass\u200dword']: {} }],
  ['in Russian', { x: { title: 'Пароль' } }],
];
for (const [name, fields] of refusedFields)
  test(`a form must not request a secret: ${name}`, async () => {
    const bench = await asked(form(fields));
    expect(bench.atClient).toEqual([]);
    expect(errorOf(bench.atServer[0]).rule).toBe('elicitation.secrets');
  });

const innocent: readonly (readonly [string, object])[] = [
  ['a city', { city: { title: 'City' } }],
  ['a passenger', { passenger: { title: 'Passenger name' } }],
  ['a token count', { max_tokens: { type: 'integer', description: 'how many tokens to use' } }],
  ['a compass', { compass: { title: 'Compass heading' } }],
];
for (const [name, fields] of innocent)
  test(`allowed forms: ${name}`, async () => expect((await asked(form(fields))).atClient).toHaveLength(1));

test('a form that contains a link is still a form', async () => {
  const bench = await asked(form({ password: {} }, { url: 'https://login.example.com/' }));
  expect(errorOf(bench.atServer[0]).rule).toBe('elicitation.secrets');
});

test('a filled form with a secret is withheld, and the server gets an error', async () => {
  const bench = await asked(form({ note: {} }));
  bench.client(result('q', { action: 'accept', content: { note: KEY } }));
  await bench.idle();
  expect(errorOf(bench.atServer[0]).rule).toBe('elicitation.secrets');
  expect(JSON.parse(bench.atServer[0] ?? '').error.data.action).toBe('blocked');
});

test('a filled form with a secret is withheld if it is the result of a task', async () => {
  const bench = await asked(form({ note: {} }, { task: { ttl: 1000 } }));
  bench.client(result('q', { task: { taskId: 't', status: 'working' } }));
  bench.server(request('r', 'tasks/result', { taskId: 't' }));
  bench.client(result('r', { action: 'accept', content: { note: KEY } }));
  await bench.idle();
  expect(errorOf(bench.atServer.at(-1)).rule).toBe('elicitation.secrets');
});

test('secrets are allowed if configured; the rest of the policy still applies', async () => {
  const bench = await asked(form({ password: {} }), 'allow');
  bench.client(result('q', { action: 'accept', content: { password: KEY } }));
  await bench.idle();
  expect(bench.atClient).toHaveLength(1);
  expect(bench.atServer[0]).toContain('[REDACTED]');
});
