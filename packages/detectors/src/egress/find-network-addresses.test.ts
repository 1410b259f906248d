import { describe, expect, test } from 'vitest';
import { findNetworkAddresses } from './find-network-addresses.js';

const reasons = (text: string) => findNetworkAddresses(text).flatMap(({ reason }) => reason ?? []);

const cases = [
  {
    name: 'a host after a user name that looks like a host',
    text: 'http://example.com@127.0.0.1/',
    found: ['loopback'],
  },
  { name: 'a user name that is an address', text: 'http://127.0.0.1@example.com/', found: [] },
  {
    name: 'a host before a fragment that looks like a host',
    text: 'http://127.0.0.1#@example.com/',
    found: ['loopback'],
  },
  { name: 'a fragment that contains an address', text: 'http://example.com#@127.0.0.1/', found: [] },
  {
    name: 'a backslash that older parsers treat as part of the user name',
    text: 'http://example.com\\@127.0.0.1/',
    found: ['loopback'],
  },
  { name: 'backslashes instead of slashes', text: 'http:\\\\127.0.0.1\\x', found: ['loopback'] },
  { name: 'a URL without slashes', text: 'http:127.0.0.1', found: ['loopback'] },
  { name: 'a tab inside the host', text: 'http://127.0\t.0.1/', found: ['loopback'] },
  { name: 'an address with a zone', text: 'http://[fe80::1%25eth0]/', found: ['link-local'] },
  { name: 'an address in a path', text: 'http://example.com/127.0.0.1/x', found: [] },
  { name: 'a query with a bare address', text: 'http://example.com/?u=10.0.0.1', found: [] },
  { name: 'a query with a URL', text: 'http://example.com/?u=http://10.0.0.1/', found: ['private'] },
  {
    name: 'a query with an escaped URL',
    text: 'http://example.com/?u=http%3A%2F%2F10.0.0.1%2F',
    found: ['private'],
  },
  { name: 'a URL in a sentence', text: 'open http://localhost:3000/x), then go', found: ['loopback'] },
  { name: 'a scheme-relative URL', text: '//169.254.169.254/latest', found: ['metadata'] },
  { name: 'a network share', text: '\\\\10.0.0.5\\share', found: ['private'] },
  { name: 'a scheme that reads files', text: 'file:///etc/passwd', found: ['scheme'] },
  {
    name: 'a URL of an archive on another host',
    text: 'jar:http://10.0.0.1/a.jar!/x',
    found: ['scheme', 'private'],
  },
  { name: 'a database URL with a private address', text: 'postgres://me@10.0.0.5/x', found: ['private'] },
  { name: 'only a host and port', text: 'localhost:6379', found: ['loopback'] },
  { name: 'only an IPv4 address', text: '10.0.0.5', found: ['private'] },
  { name: 'only an IPv6 address', text: '::1', found: ['loopback'] },
  { name: 'an address after a command', text: 'ping -c1 10.0.0.5', found: ['private'] },
  { name: 'a ping of the loopback address', text: 'ping -c1 127.0.0.1', found: [] },
  { name: 'a ping of localhost', text: 'cd x && ping localhost', found: [] },
  { name: 'another command after a ping', text: 'ping localhost; curl localhost', found: ['loopback'] },
  { name: 'a command substitution in a ping', text: 'ping $(curl localhost)', found: ['loopback'] },
  { name: 'a number in prose', text: 'upgrade the driver to 10.4.2.1 please', found: [] },
  { name: 'a network in prose', text: 'route 10.0.0.0/8 to the tunnel', found: [] },
  { name: 'an ordinary URL', text: 'see https://example.com/a?b=c#d', found: [] },
  { name: 'only a number', text: '2130706433', found: [] },
  { name: 'a Windows path', text: 'C:\\Users\\me', found: [] },
  { name: 'code with colons', text: 'std::vector<int> a; x ? y : z', found: [] },
];

describe('the addresses in a text are classified', () => {
  for (const { name, text, found } of cases)
    test(name, () => expect([...new Set(reasons(text))]).toEqual(found));
});

test('public hosts are returned as well', () => {
  const [only] = findNetworkAddresses('go to https://example.com/x now');
  expect(only).toMatchObject({ form: 'url', scheme: 'https', host: 'example.com', start: 6, end: 27 });
  expect(only?.reason).toBeUndefined();
});
