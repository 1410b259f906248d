import { expect, test } from 'vitest';
import { readSql } from './sql.js';

test('finds the files in many function calls', () => {
  const rows = Array.from({ length: 100 }, (_, index) => `(${index}, readfile('/data/${index}.png'))`);
  const { files, unknown } = readSql(`insert into images values ${rows.join(', ')}`);
  expect(files.map(({ path }) => path)).toContain('/data/99.png');
  expect(unknown).toBe(false);
});

test('limits the search in nested unclosed calls and reports an unknown result', () => {
  const { files, unknown } = readSql(`select ${"file('a','b','c',".repeat(4000)}`);
  expect(files.length).toBeLessThan(50_000);
  expect(unknown).toBe(true);
});

for (const argument of [
  "chr(47)||'etc/shadow'",
  "CHAR(47, 101, 116, 99) || '/shadow'",
  "'/etc/' || chr(115) || 'hadow'",
])
  test(`a file name encoded as ${argument}`, () =>
    expect(readSql(`select pg_read_file(${argument})`).files.map(({ path }) => path)).toContain(
      '/etc/shadow',
    ));
