// The list of public names: adding one is a promise.

import { expect, test } from 'vitest';
import * as auth from './index.js';

test('the public names', () => {
  expect(Object.keys(auth).sort()).toEqual([
    'AuthError',
    'createLogins',
    'createTokenSource',
    'logIn',
    'logOut',
    'serverOf',
  ]);
});
