import { expect, test } from 'vitest';
import { Bench, errorOf, request } from '../../../test/test-connection.js';

const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const call = (responses: unknown) =>
  request(1, 'tools/call', { name: 'book', arguments: {}, inputResponses: responses });

async function said(responses: unknown, settings = ''): Promise<Bench> {
  const bench = await Bench.open(`version = 1\ndefault = "allow"\n${settings}`);
  bench.client(call(responses));
  await bench.idle();
  return bench;
}

const form = { action: 'accept', content: { city: KEY } };
const words = { role: 'assistant', model: 'm', content: { type: 'text', text: `it is ${KEY}` } };

test('a secret in a form is refused', async () => {
  expect(errorOf((await said({ a: form })).atClient[0]).rule).toBe('elicitation.secrets');
});

test('a secret in a form is refused wherever it hides', async () => {
  const hidden = { action: 'accept', content: { a: [{ b: JSON.stringify({ c: KEY }) }] } };
  expect(errorOf((await said({ x: {}, y: hidden })).atClient[0]).rule).toBe('elicitation.secrets');
});

test('a secret in what the model says is cut out, and nothing else', async () => {
  const { atServer } = await said({ a: words });
  expect(atServer[0]).toBe(JSON.stringify(call({ a: words })).replace(KEY, '[REDACTED]'));
});

test('a secret as a key keeps the call back', async () => {
  expect(errorOf((await said({ a: { content: { [KEY]: 1 } } })).atClient[0]).rule).toBe('responses.secrets');
});

test('what the sections say holds', async () => {
  const strict = await said({ a: words }, '[responses]\nsecrets = "block"');
  expect(errorOf(strict.atClient[0]).rule).toBe('responses.secrets');
  const lax = await said({ a: form }, '[elicitation]\nsecrets = "allow"\n[responses]\nsecrets = "off"');
  expect(lax.atServer[0]).toContain(KEY);
});

test('answers without secrets pass as they are', async () => {
  const answers = { a: { action: 'accept', content: { city: 'Oslo' } }, b: { roots: [] } };
  expect((await said(answers)).atServer).toEqual([JSON.stringify(call(answers))]);
});
