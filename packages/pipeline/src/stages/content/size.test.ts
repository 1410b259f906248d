import { expect, test } from 'vitest';
import { Bench, errorOf, result, text, use } from '../../../test/test-connection.js';

const LIMIT = 1024;
const KEY = ['AKIA', 'Z5QLTX7N4KPW2MVD'].join('');
const policy = (oversize: string, extra = '') =>
  `version = 1\ndefault = "allow"\n[responses]\nmax_size = "1KB"\noversize = "${oversize}"\n${extra}`;

async function answered(body: unknown, rules = policy('truncate')): Promise<string> {
  const bench = await Bench.open(rules);
  bench.client(use(1, 'query'));
  bench.server(typeof body === 'string' ? body : result(1, body));
  await bench.idle();
  return bench.atClient[0] ?? '';
}

const cases = [
  { name: 'plain letters', one: 'abcdefgh ' },
  { name: 'letters of two bytes', one: 'größe ' },
  { name: 'letters of three bytes', one: '日本語 ' },
  { name: 'characters of two units', one: '\u{1F980}\u{1F600} ' },
  { name: 'line feeds, which are escaped', one: 'a\nb\n' },
];
for (const { name, one } of cases) {
  test(`truncates as little as necessary: ${name}`, async () => {
    const line = await answered(text(one.repeat(600)));
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LIMIT);
    expect(Buffer.byteLength(line)).toBeGreaterThan(LIMIT - 20);
    const { result: cut } = JSON.parse(line);
    expect(cut.content[0].text.endsWith('… [TRUNCATED]')).toBe(true);
    expect(one.repeat(600).startsWith(cut.content[0].text.slice(0, -'… [TRUNCATED]'.length))).toBe(true);
  });
}

test('never splits an escaped character', async () => {
  for (let shift = 0; shift < 12; shift += 1) {
    const spelt = `${'x'.repeat(shift)}${'\\ud83d\\ude00'.repeat(200)}`;
    const line = await answered(
      `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"${spelt}"}]}}`,
    );
    expect(JSON.parse(line).result.content[0].text.isWellFormed?.() ?? true).toBe(true);
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(LIMIT);
  }
});

test('removes whole texts from the end if truncating one is not enough', async () => {
  const line = await answered(text('a'.repeat(600), 'b'.repeat(600), 'c'.repeat(600)));
  const texts = JSON.parse(line).result.content.map((one: { text: string }) => one.text);
  expect(texts[0]).toBe('a'.repeat(600));
  expect(texts[1]).toMatch(/^b+… \[TRUNCATED\]$/);
  expect(texts[2]).toBe('… [TRUNCATED]');
});

test('the rest of a truncated response is searched', async () => {
  const line = await answered(text(`${KEY} ${'word '.repeat(500)}`));
  expect(line).not.toContain(KEY);
  expect(line).toContain('[REDACTED]');
});

test('a secret that extends over the cut is removed completely', async () => {
  for (let before = 880; before < 960; before += 1) {
    const line = await answered(text(`${'w'.repeat(before)} ${KEY} ${'word '.repeat(300)}`));
    expect(line).not.toContain(KEY.slice(0, 12));
  }
});

test('a finding that blocks takes precedence over truncation', async () => {
  const line = await answered(text(`${KEY} ${'word '.repeat(500)}`), policy('truncate', 'secrets = "block"'));
  expect(errorOf(line).rule).toBe('responses.secrets');
});

test('long data that is not text is withheld', async () => {
  const line = await answered({ content: [], structuredContent: Array.from({ length: 900 }, (_, at) => at) });
  expect(errorOf(line)).toMatchObject({ code: -32001, rule: 'responses.max_size' });
});

test('blocks if the policy says so', async () => {
  expect(errorOf(await answered(text('x'.repeat(2000)), policy('block'))).rule).toBe('responses.max_size');
});
