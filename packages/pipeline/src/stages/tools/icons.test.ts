import { expect, test } from 'vitest';
import { Bench, request, result } from '../../../test/test-connection.js';

const policy = (poisoning: string) => `version = 1\ndefault = "allow"\n[tools]\npoisoning = "${poisoning}"`;

async function iconOf(src: string, poisoning = 'warn'): Promise<string> {
  const bench = await Bench.open(policy(poisoning));
  bench.client(request(1, 'tools/list', {}));
  bench.server(result(1, { tools: [{ name: 'a', icons: [{ src }] }] }));
  await bench.idle();
  return JSON.parse(bench.atClient[0] ?? '').result.tools[0].icons[0].src;
}

const drawing = (inside: string) => `data:image/svg+xml,${encodeURIComponent(`<svg>${inside}</svg>`)}`;

const shown = [
  'https://cdn.example.com/icon.png',
  'HTTPS://cdn.example.com/icon.png',
  'data:image/webp;base64,UklGRg==',
  drawing('<path d="M0 0"/><a href = "#b"/>'),
  drawing('<style>.a{fill:url(#b)}</style>'),
];
for (const src of shown) test(`an icon is kept: ${src}`, async () => expect(await iconOf(src)).toBe(src));

const blanked = [
  ' https://cdn.example.com/icon.png',
  'https:/cdn.example.com/icon.png',
  '//cdn.example.com/icon.png',
  'ui://app/icon.png',
  'https://localhost/icon.png',
  'https://169.254.169.254/latest',
  'data:image/svg+xml;base64,%%%',
  'data:application/octet-stream;base64,AAAA',
  drawing('<image href="//evil.example/a"/>'),
  drawing('<a href="&#106;avascript:1"/>'),
  drawing('<style>@import "//evil.example"</style>'),
  drawing('<rect\nonclick="1"/>'),
  '',
];
for (const src of blanked)
  test(`an icon is removed: ${src}`, async () => expect(await iconOf(src)).toBe('data:,'));

test('without checks of descriptions, icons are not checked', async () =>
  expect(await iconOf('file:///a', 'off')).toBe('file:///a'));
