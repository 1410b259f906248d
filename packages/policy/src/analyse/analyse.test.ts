import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compilePolicy, loadPolicy, type Rule } from '../index.js';
import { compileGlob } from '../match/glob.js';
import { PRESETS, presetText } from '../presets/index.js';
import { loadShell } from '../shell.js';
import { analysePolicy } from './analyse.js';
import { checkPolicy } from './check.js';
import { includes } from './glob-inclusion.js';

const shell = await loadShell();
const options = {
  environment: { platform: 'linux', home: '/home/user', cwd: '/home/user/project' },
  shell,
  now: 1_780_000_000_000,
};
const rule = (text: string) => `[[rule]]\n${text}\n`;

const cases: { name: string; policy: string; codes: string[] }[] = [
  ...['kill_switch', 'default', 'self_protection', 'egress', 'responses.secrets', 'tools.pin'].map(
    (name) => ({
      name: `a rule with the name of the stage ${name}`,
      policy: rule(`name="${name}"\naction="deny"\ntool="x"`),
      codes: ['name-of-a-stage'],
    }),
  ),
  {
    name: 'a name that begins with the name of a stage',
    policy: rule('name="egress_of_browsers"\naction="deny"\ntool="x"'),
    codes: [],
  },
  {
    name: 'a wider rule before a narrower one',
    policy: rule('action="deny"\ntool="shell_*"') + rule('action="allow"\ntool="shell_execute"'),
    codes: ['unreachable-rule'],
  },
  {
    name: 'two rules with the same conditions',
    policy: rule('action="deny"\npath="~/.ssh/**"') + rule('action="deny"\npath="~/.ssh/id_*"\ntool="read"'),
    codes: ['redundant-rule'],
  },
  {
    name: 'a rule that matches everything before another rule',
    policy: rule('action="log"\nany=true') + rule('action="allow"\ntool="x"'),
    codes: ['unreachable-rule'],
  },
  {
    name: 'a deny rule after an allow rule',
    policy: rule('action="allow"\ntool="*"') + rule('action="deny"\ntool="shell_*"'),
    codes: ['shadowed-rule'],
  },
  {
    name: 'a deny rule after an allow rule for many paths',
    policy: rule('action="allow"\npath="/home/**"') + rule('action="deny"\npath="/home/user/.ssh/**"'),
    codes: ['shadowed-rule'],
  },
  {
    name: 'an allow rule before a general deny rule is not reported',
    policy: rule('action="allow"\ntool="read_*"') + rule('action="deny"\ntool="*"'),
    codes: [],
  },
  {
    name: 'a narrower rule before a wider one',
    policy: rule('action="deny"\npath="/etc/shadow"') + rule('action="allow"\npath="/etc/**"'),
    codes: [],
  },
  {
    name: 'a rule with an additional field does not hide another rule',
    policy: rule('action="deny"\ntool="*"\nserver="a"') + rule('action="allow"\ntool="x"'),
    codes: [],
  },
  {
    name: 'a rule with an expiry does not hide another rule',
    policy: rule('action="deny"\ntool="*"\nexpires=2099-01-01') + rule('action="allow"\ntool="x"'),
    codes: [],
  },
  {
    name: 'a disabled rule',
    policy: rule('action="deny"\ntool="x"\nenabled=false'),
    codes: ['disabled-rule'],
  },
  {
    name: 'an expired rule',
    policy: rule('action="deny"\ntool="x"\nexpires=2020-01-01'),
    codes: ['expired-rule'],
  },
  {
    name: 'a tool rule with the method of a prompt',
    policy: rule('action="deny"\ntool="x"\nprompt="y"'),
    codes: ['never-fires'],
  },
  {
    name: 'a tool rule with another method',
    policy: rule('action="deny"\ntool="x"\nmethod="resources/read"'),
    codes: ['never-fires'],
  },
  {
    name: 'a star in a command',
    policy: rule('action="deny"\nargs.command="rm *"'),
    codes: ['star-stops-at-slash'],
  },
  { name: 'two stars in a command', policy: rule('action="deny"\nargs.command="rm **"'), codes: [] },
  { name: 'a star in another argument', policy: rule('action="deny"\nargs.query="rm *"'), codes: [] },
  {
    name: 'a rule of which two of three patterns are covered',
    policy: rule('action="deny"\ntool=["a","b"]') + rule('action="allow"\ntool=["a","b","c"]'),
    codes: [],
  },
  {
    name: 'a rule that repeats the default',
    policy: rule('action="deny"\ntool="shell_execute"') + rule('action="deny"\ntool="*"'),
    codes: [],
  },
];
for (const { name, policy, codes } of cases)
  test(name, async () => {
    const findings = analysePolicy(await loadPolicy(policy), options);
    expect(findings.map(({ code }) => code)).toEqual(codes);
  });

test('the presets have no warnings', async () => {
  for (const preset of PRESETS)
    expect(analysePolicy(await loadPolicy(presetText(preset)), options), preset).toEqual([]);
});

test('check reports the position and an example call', async () => {
  const [finding] = await checkPolicy(
    rule('action="deny"\ntool="*"') + rule('action="allow"\ntool="x"'),
    'p.toml',
    options,
  );
  expect(finding).toMatchObject({
    severity: 'warning',
    code: 'unreachable-rule',
    file: 'p.toml',
    line: 4,
    column: 1,
  });
  expect(finding?.help).toContain('"name":"x"');
});

test('`includes` has no false positives', () => {
  const part = fc.constantFrom('a', 'b', '/', '*', '**', '?', '/**');
  const pattern = fc.array(part, { maxLength: 5 }).map((parts) => parts.join(''));
  const value = fc.array(fc.constantFrom('a', 'b', '/'), { maxLength: 6 }).map((parts) => parts.join(''));
  fc.assert(
    fc.property(
      pattern,
      pattern,
      fc.array(value, { minLength: 30, maxLength: 30 }),
      fc.boolean(),
      (wide, narrow, values, crossing) => {
        if (!includes(wide, narrow, { crossing })) return;
        const [big, small] = [compileGlob(wide, { crossing }), compileGlob(narrow, { crossing })];
        for (const one of values) if (small(one)) expect(big(one), `${wide} ${narrow} ${one}`).toBe(true);
      },
    ),
    { numRuns: 2000 },
  );
});

test('the example call of an unreachable rule is decided by another rule', { timeout: 60_000 }, async () => {
  const base = await loadPolicy('');
  const names = fc.constantFrom('a', 'b*', '*', 'ab', 'a*');
  const paths = fc.constantFrom('/a/**', '/a/b', '**/x', '~/y', '/**', '*.z');
  const match = fc
    .record(
      {
        tool: fc.array(names, { minLength: 1, maxLength: 2 }),
        path: fc.array(paths, { minLength: 1, maxLength: 2 }),
        server: fc.array(names, { minLength: 1, maxLength: 1 }),
      },
      { requiredKeys: [] },
    )
    .filter((one) => Object.keys(one).length > 0);
  const rules = fc.array(fc.record({ action: fc.constantFrom('allow', 'deny', 'log', 'prompt'), match }), {
    minLength: 2,
    maxLength: 6,
  });
  fc.assert(
    fc.property(rules, (given) => {
      const policy = {
        ...base,
        rules: given.map(
          (one, index) => ({ ...one, name: `r${index}`, enabled: true, source: ['rule', index] }) as Rule,
        ),
      };
      const engine = compilePolicy(policy, options);
      for (const { rule: name, example } of analysePolicy(policy, options)) {
        expect(example).toBeDefined();
        if (example === undefined) continue;
        const ruling = engine.evaluate(example.event);
        expect(ruling.rule).toBe(example.rule);
        expect(Number(ruling.rule.slice(1))).toBeLessThan(Number(name.slice(1)));
      }
    }),
    { numRuns: 400 },
  );
});
