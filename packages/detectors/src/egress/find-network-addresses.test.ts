import { describe, expect, test } from 'vitest';
import { findNetworkAddresses } from './find-network-addresses.js';

const reasons = (text: string) => findNetworkAddresses(text).flatMap(({ reason }) => reason ?? []);

const cases = [
  { name: 'the user name is not the host', text: 'http://example.com@127.0.0.1/', found: ['loopback'] },
  { name: 'nor is the host the user name', text: 'http://127.0.0.1@example.com/', found: [] },
  { name: 'a fragment hides nothing', text: 'http://127.0.0.1#@example.com/', found: ['loopback'] },
  { name: 'nor does it add', text: 'http://example.com#@127.0.0.1/', found: [] },
  {
    name: 'a backslash, as older parsers read it',
    text: 'http://example.com\\@127.0.0.1/',
    found: ['loopback'],
  },
  { name: 'backslashes for slashes', text: 'http:\\\\127.0.0.1\\x', found: ['loopback'] },
  { name: 'no slashes at all', text: 'http:127.0.0.1', found: ['loopback'] },
  { name: 'tabs in the middle', text: 'http://127.0\t.0.1/', found: ['loopback'] },
  { name: 'a zone', text: 'http://[fe80::1%25eth0]/', found: ['link-local'] },
  { name: 'a path names no host', text: 'http://example.com/127.0.0.1/x', found: [] },
  { name: 'a query with a bare address', text: 'http://example.com/?u=10.0.0.1', found: [] },
  { name: 'a query with a URL', text: 'http://example.com/?u=http://10.0.0.1/', found: ['private'] },
  { name: 'the same, escaped', text: 'http://example.com/?u=http%3A%2F%2F10.0.0.1%2F', found: ['private'] },
  { name: 'in a sentence', text: 'open http://localhost:3000/x), then go', found: ['loopback'] },
  { name: 'scheme-relative', text: '//169.254.169.254/latest', found: ['metadata'] },
  { name: 'a network share', text: '\\\\10.0.0.5\\share', found: ['private'] },
  { name: 'a scheme that reads files', text: 'file:///etc/passwd', found: ['scheme'] },
  { name: 'an archive over the network', text: 'jar:http://10.0.0.1/a.jar!/x', found: ['scheme', 'private'] },
  { name: 'a database at home', text: 'postgres://me@10.0.0.5/x', found: ['private'] },
  { name: 'host and port alone', text: 'localhost:6379', found: ['loopback'] },
  { name: 'an address alone', text: '10.0.0.5', found: ['private'] },
  { name: 'an IPv6 address alone', text: '::1', found: ['loopback'] },
  { name: 'after a command', text: 'ping -c1 10.0.0.5', found: ['private'] },
  { name: 'whether this machine is there', text: 'ping -c1 127.0.0.1', found: [] },
  { name: 'the same by its name', text: 'cd x && ping localhost', found: [] },
  { name: 'another command behind it', text: 'ping localhost; curl localhost', found: ['loopback'] },
  { name: 'a command inside of it', text: 'ping $(curl localhost)', found: ['loopback'] },
  { name: 'a number in prose', text: 'upgrade the driver to 10.4.2.1 please', found: [] },
  { name: 'a network in prose', text: 'route 10.0.0.0/8 to the tunnel', found: [] },
  { name: 'an ordinary URL', text: 'see https://example.com/a?b=c#d', found: [] },
  { name: 'a number alone', text: '2130706433', found: [] },
  { name: 'a Windows path', text: 'C:\\Users\\me', found: [] },
  { name: 'code', text: 'std::vector<int> a; x ? y : z', found: [] },
];

describe('addresses in a text', () => {
  for (const { name, text, found } of cases)
    test(name, () => expect([...new Set(reasons(text))]).toEqual(found));
});

test('public hosts are listed as well', () => {
  const [only] = findNetworkAddresses('go to https://example.com/x now');
  expect(only).toMatchObject({ form: 'url', scheme: 'https', host: 'example.com', start: 6, end: 27 });
  expect(only?.reason).toBeUndefined();
});
