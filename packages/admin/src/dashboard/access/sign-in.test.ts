// Tests how long links and sessions are valid.

import { expect, test } from 'vitest';
import { SignIn } from './sign-in.js';

const minute = 60_000;

test('a link is valid for 15 minutes, and a session for 12 hours', () => {
  let now = 0;
  const signIn = new SignIn(() => now);
  const old = signIn.createLinkToken();
  now += 15 * minute;
  expect(signIn.exchange(old)).toBeUndefined();
  const fresh = signIn.createLinkToken();
  now += 15 * minute - 1;
  const entry = signIn.exchange(fresh);
  const credentials = { tokens: [entry?.session ?? ''], by: 'bearer' as const, page: undefined };
  now += 12 * 60 * minute - 1;
  expect(signIn.find(credentials)).toBeDefined();
  now += 1;
  expect(signIn.find(credentials)).toBeUndefined();
});
