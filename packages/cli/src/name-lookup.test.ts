import { expect, test } from 'vitest';
import { createNameResolver } from './name-lookup.js';

test('the system knows its own name', async () => {
  expect(await createNameResolver().addresses('localhost')).toEqual(
    expect.arrayContaining([expect.stringMatching(/^(?:127\.0\.0\.1|::1)$/)]),
  );
});

test('an address is what it is, and nobody is asked', async () => {
  const names = createNameResolver(() => Promise.reject(new Error('asked')));
  expect(await names.addresses('8.8.8.8')).toEqual(['8.8.8.8']);
  expect(await names.addresses('[2606:4700::1111]')).toEqual(['2606:4700::1111']);
});

const failing = (code: string) =>
  createNameResolver(() => Promise.reject(Object.assign(new Error(), { code })));

test('a name that does not exist leads nowhere', async () => {
  expect(await failing('ENOTFOUND').addresses('nothing.example')).toEqual([]);
});

test('a system that cannot say is an error', async () => {
  await expect(failing('EAI_AGAIN').addresses('slow.example')).rejects.toThrow(
    '`slow.example` cannot be looked up (EAI_AGAIN)',
  );
});
