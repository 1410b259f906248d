import { expect, test } from 'vitest';
import { findLinkProblem, findUrlProblem } from './links.js';

const bad: Readonly<Record<string, unknown>> = {
  'a user name': 'https://login.example.com@evil.example/',
  'an empty user name with a password': 'https://:x@evil.example/',
  punycode: 'https://xn--pple-43d.com/',
  'punycode in capitals': 'https://XN--PPLE-43D.com/',
  'look-alikes': 'https://аpple.com/',
  'full-width letters': 'https://ｌｏｇｉｎ.example.com/',
  'a full-width dot': 'https://login。example.com/',
  'a backslash that browsers take for a slash': 'https:\\\\evil.example\\.login.example.com/',
  'a tab in the host': 'https://login.exa\tmple.com/',
  'a line feed': 'https://login.example.com/\n.evil.example',
  'a space in front': ' https://login.example.com/',
  'a letter that turns the reading direction': 'https://login.example.com/\u202egpj.exe',
  'an invisible letter': 'https://login\u200b.example.com/',
  'one slash': 'https:/evil.example/',
  'no slash': 'https:evil.example',
  'a program': 'javascript:alert(1)',
  'a program in capitals behind a space': ' JaVaScRiPt:alert(1)',
  data: 'data:text/html,<script>1</script>',
  'a file': 'file:///etc/passwd',
  'no text': ['https://a.example/'],
  nothing: undefined,
  words: 'login.example.com',
};
for (const [name, url] of Object.entries(bad))
  test(`rejected: ${name}`, () => expect(findUrlProblem(url)).toBeTypeOf('string'));

for (const url of [
  'https://login.example.com/start?id=4&to=https%3A%2F%2Fa.example#top',
  'http://localhost:3000/callback',
  'https://login.example.com',
  'https://login.example.com:8443/ä/日本?q=ü',
])
  test(`accepted: ${url}`, () => expect(findUrlProblem(url)).toBeUndefined());

test('a link to a public host is accepted even without other checks', () => {
  expect(findLinkProblem('https://192.168.1.1/')).toContain('public host');
  expect(findLinkProblem('http://0x7f.1/')).toContain('public host');
  expect(findLinkProblem('https://login.example.com/')).toBeUndefined();
});
