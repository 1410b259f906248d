import { expect, test } from 'vitest';
import { checkPolicy } from './check.js';

const environment = { platform: 'linux', home: '/home/ada', cwd: '/srv' };
const OPEN = 'version = 1\ndefault = "allow"\n';
const acl = '[[guard]]\nrule_type = "ip_acl"\ntools = ["*"]\naction = "deny"\ncidrs = ["10.0.0.0/8"]\n';
const limit = (more = '', by = 'consumer', threshold = 1) =>
  `[[guard]]\nrule_type = "rate_limit"\nname = "few"\ntools = ["*"]\nmatch_key = "${by}"\nthreshold = ${threshold}\ntimespan = 60\n${more}`;
const resource = '[[guard]]\nrule_type = "mcp_resource"\ntools = ["*"]\nuri = "docs://a"\ncontent = "x"\n';

const cases: readonly (readonly [name: string, guards: string, found: readonly string[]])[] = [
  ['a guard for addresses over stdio', acl, ['4:1 no-effect']],
  ['a disabled guard', `${acl}enabled = false\n`, []],
  ['a limit for each address', limit('', 'ip'), ['7:1 no-address']],
  ['a ban that never starts', limit('ban_timespan = 60\n'), ['10:1 no-effect']],
  ['two limits with the same name', limit() + limit('', 'consumer', 2), ['12:1 shared-counter']],
  ['two equal limits', limit() + limit(), []],
  ['two resources with the same URI', resource + resource, ['11:1 no-effect']],
];
for (const [name, guards, found] of cases)
  test(`policy check: ${name}`, async () => {
    const diagnostics = await checkPolicy(OPEN + guards, 'policy.toml', { environment });
    expect(diagnostics.map(({ line, column, code }) => `${line}:${column} ${code}`)).toEqual(found);
  });
