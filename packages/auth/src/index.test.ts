// The public names of the package.

import { expect, test } from 'vitest';
import * as auth from './index.js';

test('the public names', () => {
  expect(Object.keys(auth).sort()).toEqual([
    'AuthError',
    'createLogins',
    'createTokenSource',
    'logIn',
    'logOut',
    'normalizeServerUrl',
  ]);
});
