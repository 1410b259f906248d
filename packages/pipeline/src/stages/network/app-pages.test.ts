import { expect, test } from 'vitest';
import { Bench, errorOf, request, result } from '../../../test/test-connection.js';

async function ruleAbout(page: string, settings: string): Promise<string | undefined> {
  const bench = await Bench.open(`default = "allow"\n[egress]\n${settings}`);
  bench.client(request(1, 'resources/read', { uri: 'ui://clock/page.html' }));
  bench.server(result(1, { contents: [{ uri: 'ui://clock/page.html', text: page }] }));
  await bench.idle();
  return errorOf(bench.atClient[0]).rule;
}

const page = (url: string) => `<script>fetch("${url}")</script>`;
const cases = [
  { name: 'a public address', url: 'https://example.com/', settings: '', rule: undefined },
  { name: 'this machine', url: 'http://127.0.0.1:3000/', settings: '', rule: 'egress' },
  {
    name: 'this machine where only listed hosts are logged',
    url: 'http://127.0.0.1:3000/',
    settings: 'action = "log"',
    rule: 'egress',
  },
  {
    name: 'this machine where that is allowed',
    url: 'http://127.0.0.1:3000/',
    settings: 'loopback = "allow"',
    rule: undefined,
  },
];
for (const { name, url, settings, rule } of cases)
  test(`a page that connects to ${name}`, async () =>
    expect(await ruleAbout(page(url), settings)).toBe(rule));
