// Tests how the endpoints of a proxy are parsed from the command line. Errors about invalid headers do not contain
// their value.

import { expect, test } from 'vitest';
import { type EndpointOptions, parseEndpoints, upstreamOrigin } from './endpoints.js';

const given: EndpointOptions = {
  url: 'https://example.com/mcp',
  header: [],
  'header-env': [],
  'bearer-env': undefined,
  listen: undefined,
  token: undefined,
  'token-file': undefined,
  'tls-cert': undefined,
  'tls-key': undefined,
};
const env = { GOOD: 'Bearer abc', CRLF: 'geheim\r', TWO: 'geheim\nX-Other: 1' };

const cases = [
  { name: 'a value with a carriage return from a file', options: { 'header-env': ['Authorization=CRLF'] } },
  { name: 'a value with a second header', options: { 'header-env': ['Authorization=TWO'] } },
  { name: 'a second header on the command line', options: { header: ['A: geheim\nX-Other: 1'] } },
  { name: 'a bearer token with a line break', options: { 'bearer-env': 'CRLF' } },
  { name: 'a character that headers cannot contain', options: { header: ['A: geheim \u20ac'] } },
  { name: 'a name with a line break', options: { 'header-env': ['A\nB=GOOD'] } },
];
for (const { name, options } of cases)
  test(`${name} is rejected, and the error does not contain the value`, () => {
    const ends = parseEndpoints({ ...given, ...options }, [], env);
    expect(ends).toMatch(/not allowed in headers|Use `--header-env/);
    expect(ends).not.toContain('geheim');
  });

test('the error names the certificate that does not exist', () => {
  const options = { ...given, listen: '127.0.0.1:3200', 'tls-cert': 'no.pem', 'tls-key': 'no.key' };
  expect(parseEndpoints(options, [], env)).toBe(
    'Cannot read the certificate: `no.pem` does not exist; check the path.',
  );
});

test('accepts valid header values', () => {
  const options = { ...given, header: ['A: one:two'], 'header-env': ['Authorization=GOOD'] };
  expect(parseEndpoints(options, [], env)).toMatchObject({
    upstream: { headers: { A: 'one:two', Authorization: 'Bearer abc' } },
  });
});

test('the origin distinguishes several words from one word with spaces', () => {
  const origin = (...words: [string, ...string[]]) => upstreamOrigin({ kind: 'command', words });
  expect(origin('npx', '-y', '@scope/server@1.2', '/home/a')).toBe('npx -y @scope/server@1.2 /home/a');
  expect(origin('sh', '-c', 'echo a')).not.toBe(origin('sh', '-c', 'echo', 'a'));
  expect(origin('sh', '-c', "'echo a'")).not.toBe(origin('sh', '-c', 'echo a'));
  expect(origin('node', '')).not.toBe(origin('node'));
});
