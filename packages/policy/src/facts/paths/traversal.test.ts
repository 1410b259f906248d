// Tests path traversal attempts: an allow rule for the base folder does not allow a path that leaves it, and
// no harmless path is denied.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { compilePolicy, loadPolicy } from '../../index.js';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly label: 'escape' | 'inside';
  readonly base: string;
}

const rows = readFileSync(new URL('../../../../../fixtures/calls/traversal.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line) as Row);

const call = (path: string) => ({ method: 'tools/call', params: { name: 'read_file', arguments: { path } } });

for (const base of new Set(rows.map((row) => row.base)))
  for (const field of ['path', 'args.path'])
    test(`${field} on ${base}`, async () => {
      const environment = { platform: 'linux', home: '/home/dev', cwd: base };
      const allow = compilePolicy(await loadPolicy(`[[rule]]\naction = "allow"\n${field} = "${base}/**"`), {
        environment,
      });
      const deny = compilePolicy(
        await loadPolicy(
          `default = "allow"\n[[rule]]\naction = "allow"\n${field} = "${base}/**"\n[[rule]]\naction = "deny"\npath = "/**"`,
        ),
        { environment },
      );
      const wrong = rows
        .filter((row) => row.base === base)
        .filter(({ text, label }) => {
          const expected = label === 'escape' ? 'deny' : 'allow';
          return (
            allow.evaluate(call(text)).action !== expected || deny.evaluate(call(text)).action !== expected
          );
        });
      expect(wrong.map(({ id, text }) => `${id} ${JSON.stringify(text)}`)).toEqual([]);
    });

const targets = ['/etc/passwd', '/etc/shadow', '.ssh/id_rsa', 'secrets.env'];
test('a deny rule for the target matches every traversal that reaches it', async () => {
  const policy = await loadPolicy(
    'default = "allow"\n[[rule]]\naction = "deny"\npath = ["**/etc/passwd", "**/etc/shadow", "**/.ssh/id_rsa", "**/secrets.env"]',
  );
  const engine = compilePolicy(policy, {
    environment: { platform: 'linux', home: '/home/dev', cwd: '/home/dev/project' },
  });
  const missed = rows.filter(
    ({ label, text }) =>
      label === 'escape' &&
      targets.some((target) => text.endsWith(target)) &&
      engine.evaluate(call(text)).action !== 'deny',
  );
  expect(missed.map(({ text }) => text)).toEqual([]);
});
