// Tests which address is used, and that a client cannot choose it.

import { expect, test } from 'vitest';
import { clientAddress } from './client-address.js';

const isTrusted = (address: string) => address.startsWith('10.') || address === '::1';

const cases: [name: string, remote: string, forwarded: string | undefined, expected: string][] = [
  ['no header', '10.0.0.1', undefined, '10.0.0.1'],
  ['an empty header', '10.0.0.1', '', '10.0.0.1'],
  ['a client without a proxy sends the header', '203.0.113.7', '198.51.100.1', '203.0.113.7'],
  ['one proxy', '10.0.0.1', '203.0.113.7', '203.0.113.7'],
  ['two proxies', '10.0.0.1', '203.0.113.7, 10.0.0.2', '203.0.113.7'],
  ['a client that adds an entry', '10.0.0.1', '198.51.100.1, 203.0.113.7', '203.0.113.7'],
  ['a client that claims to be a proxy', '10.0.0.1', '10.9.9.9, 203.0.113.7', '203.0.113.7'],
  ['a client with the address of a proxy', '10.0.0.1', '10.0.0.7', '10.0.0.7'],
  ['a port', '10.0.0.1', '203.0.113.7:4711', '203.0.113.7'],
  ['IPv6', '::1', '2001:db8::7', '2001:db8::7'],
  ['IPv6 with a port', '::1', '[2001:db8::7]:4711', '2001:db8::7'],
  ['an entry without an address', '10.0.0.1', 'unknown', '10.0.0.1'],
  [
    'an entry without an address before another proxy',
    '10.0.0.1',
    '203.0.113.7, _hidden, 10.0.0.2',
    '10.0.0.2',
  ],
  ['an empty entry', '10.0.0.1', '203.0.113.7,, 10.0.0.2', '10.0.0.2'],
];
for (const [name, remote, forwarded, expected] of cases)
  test(name, () => expect(clientAddress(remote, forwarded, isTrusted)).toBe(expected));
