// Tests `WWW-Authenticate` headers in the forms that servers send.

import { describe, expect, test } from 'vitest';
import { joinScopes, parseScope, readChallenge } from './challenge.js';

const nothing = { resourceMetadata: undefined, scope: undefined, error: undefined };

describe('a challenge', () => {
  const cases = [
    { name: 'an empty header', field: '', read: {} },
    { name: 'a bare scheme', field: 'Bearer', read: {} },
    {
      name: 'quoted',
      field: 'Bearer realm="a, b", resource_metadata="https://x/y", scope="a b"',
      read: { resourceMetadata: 'https://x/y', scope: 'a b' },
    },
    {
      name: 'without quotes, in another case',
      field: 'BEARER Error=invalid_token,SCOPE=a',
      read: { error: 'invalid_token', scope: 'a' },
    },
    { name: 'escaped quotes', field: 'Bearer error="a\\"b"', read: { error: 'a"b' } },
    { name: 'after another scheme', field: 'Basic realm="x", Bearer error="e"', read: { error: 'e' } },
    {
      name: 'before another scheme',
      field: 'Bearer scope="a", Digest error="other", scope="b"',
      read: { scope: 'a' },
    },
    { name: 'only another scheme', field: 'DPoP error="use_dpop_nonce"', read: {} },
    { name: 'a scheme in quotes', field: 'Basic realm=", Bearer error=x"', read: {} },
    { name: 'a repeated parameter', field: 'Bearer scope="a", scope="b"', read: { scope: 'a' } },
    { name: 'an empty scope', field: 'Bearer scope=""', read: {} },
    { name: 'an invalid scope', field: 'Bearer scope="a  b"', read: {} },
  ];
  for (const { name, field, read } of cases)
    test(name, () => expect(readChallenge(field)).toEqual({ ...nothing, ...read }));

  test('takes linear time for long headers', () => {
    const start = performance.now();
    for (const piece of ['Bearer a="', 'Bearer , x y', 'Bearer a="\\', ', Bearer a='])
      readChallenge(piece.repeat(10_000));
    expect(performance.now() - start).toBeLessThan(1000);
  });
});

test('scopes are validated and joined', () => {
  expect(parseScope('a b:c')).toBe('a b:c');
  for (const text of ['a\nb', 'a"b', '', ' a', 'x'.repeat(3000)]) expect(parseScope(text)).toBeUndefined();
  expect(joinScopes('a b', undefined, 'b c', '')).toBe('a b c');
  expect(joinScopes(undefined, '')).toBeUndefined();
});
