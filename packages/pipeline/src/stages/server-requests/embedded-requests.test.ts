import { expect, test } from 'vitest';
import { Bench, errorOf, notification, request, result, use } from '../../../test/test-connection.js';

const POLICY = 'version = 1\ndefault = "allow"\n[sampling]\naction = "deny"';
const sampling = { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1 } };
const roots = { method: 'roots/list' };

async function answered(body: unknown): Promise<string> {
  const bench = await Bench.open(POLICY);
  bench.client(use(1, 'look'));
  bench.server(result(1, body));
  await bench.idle();
  return bench.atClient[0] ?? '';
}

const refused: readonly (readonly [name: string, body: unknown, rule: string])[] = [
  ['a denied request', { inputRequests: { a: sampling } }, 'sampling'],
  [
    'a denied request among allowed requests',
    { inputRequests: { a: roots, b: sampling, c: roots } },
    'sampling',
  ],
  ['in a list instead of a map', { inputRequests: [sampling] }, 'embedded_requests'],
  ['in the result of a task', { result: { inputRequests: { a: sampling } } }, 'sampling'],
  ['in a task', { task: { inputRequests: { a: sampling } } }, 'sampling'],
  ['a value that is not a request', { inputRequests: { a: 7 } }, 'embedded_requests'],
  ['a request without a method', { inputRequests: { a: { params: {} } } }, 'embedded_requests'],
  [
    'too many requests',
    { inputRequests: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [at, roots])) },
    'embedded_requests',
  ],
];
for (const [name, body, rule] of refused)
  test(`withholds the result: ${name}`, async () => expect(errorOf(await answered(body)).rule).toBe(rule));

test('allowed requests are forwarded unchanged', async () => {
  const body = { resultType: 'input_required', inputRequests: { a: roots }, requestState: 'x' };
  expect(await answered(body)).toBe(JSON.stringify(result(1, body)));
});

test('a member whose name is spelled with escapes is recognized', async () => {
  const bench = await Bench.open(POLICY);
  bench.client(use(1, 'look'));
  bench.server(
    JSON.stringify(result(1, { inputRequests: { a: sampling } })).replace('inputR', 'input\\u0052'),
  );
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('sampling');
});

test('requests in a notification and in the state of a task are checked', async () => {
  const bench = await Bench.open(POLICY);
  bench.server(notification('notifications/tasks', { taskId: 't', inputRequests: { a: sampling } }));
  bench.client(request(2, 'tasks/get', { taskId: 't' }));
  bench.server(result(2, { taskId: 't', inputRequests: { a: sampling } }));
  await bench.idle();
  expect(bench.atClient).toHaveLength(1);
  expect(errorOf(bench.atClient[0]).rule).toBe('sampling');
});
