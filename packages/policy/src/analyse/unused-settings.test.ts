import { expect, test } from 'vitest';
import { formatDiagnostic } from '../index.js';
import { checkPolicy } from './check.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/home/user/project' };
const warnings = async (text: string) =>
  (await checkPolicy(`default = "deny"\n${text}`, 'p.toml', { environment })).map(
    (diagnostic) => `${diagnostic.severity} ${formatDiagnostic(diagnostic)}`,
  );

const cases: readonly (readonly [policy: string, warning: string])[] = [
  [
    '[audit]\nlevel = "all"\nredact = false\n',
    'warning p.toml:4:1 `audit.redact` has no effect: secrets are always masked in the audit log; remove it',
  ],
  [
    '[wire]\nprogress = true\n',
    'warning p.toml:3:1 `wire.progress` has no effect: progress messages are not sent to a client that waits for approval; remove it',
  ],
  [
    '[responses]\ncategories = ["emails", "iban"]\n',
    'warning p.toml:3:1 `responses.categories` has no effect: the detectors of these categories are off; set `personal = "redact"` for personal data, `secrets = "redact"` for keys and tokens, or remove the line',
  ],
];
for (const [policy, warning] of cases)
  test(`warning for ${JSON.stringify(policy)}`, async () =>
    expect(await warnings(policy)).toEqual([warning]));

for (const policy of [
  '[audit]\nredact = true\n[wire]\nprogress = false\n',
  '[responses]\ncategories = ["emails"]\npersonal = "redact"\n',
  '[responses]\ncategories = ["emails", "tokens"]\n',
  '[responses]\nenabled = false\ncategories = ["emails"]\n',
])
  test(`no warning for ${JSON.stringify(policy)}`, async () => expect(await warnings(policy)).toEqual([]));
