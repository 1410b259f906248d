// Checks that the examples in docs/rules.md are valid rules.

import { readFileSync } from 'node:fs';
import { parseGuards, parsePolicy } from '@claw/policy';
import { expect, test } from 'vitest';
import { loadPatternCompiler } from '../firewall/user-patterns.js';

const text = readFileSync(new URL('../../../../docs/rules.md', import.meta.url), 'utf8');
const blocks = (language: string) =>
  [...text.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\n\`\`\``, 'gs'))].map(([, code = '']) => code);

test.each(blocks('toml'))('policy %#', async (code) => {
  const parsed = await parsePolicy(`default = "allow"\n${code}`);
  if (!parsed.ok) expect(parsed.diagnostics).toEqual([]);
  else
    for (const guard of parsed.policy.settings.guard) {
      const { pattern, code: source } = guard;
      if (typeof pattern === 'string')
        (await loadPatternCompiler())([{ name: 'pattern', pattern, kind: 'personal' }]);
      if (typeof source === 'string')
        expect(new Function(`${source}; return typeof handle;`)()).toBe('function');
    }
});

test.each(blocks('json'))('rules of a proxy %#', async (code) => {
  expect(await parseGuards(JSON.parse(code).rules)).toMatchObject({ ok: true });
});
