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

test('a secret in a form is denied', async () => {
  expect(errorOf((await said({ a: form })).atClient[0]).rule).toBe('elicitation.secrets');
});

test('a secret in a form is denied at any position', async () => {
  const hidden = { action: 'accept', content: { a: [{ b: JSON.stringify({ c: KEY }) }] } };
  expect(errorOf((await said({ x: {}, y: hidden })).atClient[0]).rule).toBe('elicitation.secrets');
});

test('only the secret is redacted in a text from the model', async () => {
  const { atServer } = await said({ a: words });
  expect(atServer[0]).toBe(JSON.stringify(call({ a: words })).replace(KEY, '[REDACTED]'));
});

test('a secret as a key withholds the call', async () => {
  expect(errorOf((await said({ a: { content: { [KEY]: 1 } } })).atClient[0]).rule).toBe('responses.secrets');
});

test('the settings of the sections apply', async () => {
  const strict = await said({ a: words }, '[responses]\nsecrets = "block"');
  expect(errorOf(strict.atClient[0]).rule).toBe('responses.secrets');
  const lax = await said({ a: form }, '[elicitation]\nsecrets = "allow"\n[responses]\nsecrets = "off"');
  expect(lax.atServer[0]).toContain(KEY);
});

test('responses without secrets are forwarded unchanged', async () => {
  const answers = { a: { action: 'accept', content: { city: 'Oslo' } }, b: { roots: [] } };
  expect((await said(answers)).atServer).toEqual([JSON.stringify(call(answers))]);
});
