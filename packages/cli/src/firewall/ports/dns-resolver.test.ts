import { expect, test } from 'vitest';
import { createDnsResolver } from './dns-resolver.js';

test('resolves localhost', async () => {
  expect(await createDnsResolver().resolve('localhost')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]),
  );
});

test('an IP address is returned without a lookup', async () => {
  const names = createDnsResolver(() => Promise.reject(new Error('asked')));
  expect(await names.resolve('8.8.8.8')).toEqual(['8.8.8.8']);
  expect(await names.resolve('[2606:4700::1111]')).toEqual(['2606:4700::1111']);
});

const failing = (code: string) =>
  createDnsResolver(() => Promise.reject(Object.assign(new Error(), { code })));

test('a name that does not exist has no addresses', async () => {
  expect(await failing('ENOTFOUND').resolve('nothing.example')).toEqual([]);
});

test('a failed lookup is an error', async () => {
  await expect(failing('EAI_AGAIN').resolve('slow.example')).rejects.toThrow(
    'DNS lookup of `slow.example` failed (EAI_AGAIN)',
  );
});
