import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parsePolicy } from '@claw/policy';
import { afterAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { call, recordCalls } from '../../../test/recorded-calls.js';
import { createRunner } from '../../../test/run-commands.js';
import { generalizeHosts, generalizePaths } from './learn/generalize.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-looking-back-')));
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(folder, 'home-'));
  vi.stubEnv('CLAWDEFENDER_HOME', home);
});

const run = createRunner('policy');
const file = (text: string) => {
  writeFileSync(join(home, 'try.toml'), text);
  return join(home, 'try.toml');
};
const record = (...entries: Parameters<typeof recordCalls>[1]) => recordCalls(join(home, 'audit'), entries);

describe('policy replay', () => {
  test('shows changed decisions and groups equal calls', async () => {
    record(call('read', { path: '/a' }), call('read', { path: '/b' }), call('list', { path: '/a' }));
    const policy = file('default = "allow"\n[[rule]]\nname = "no_reading"\naction = "deny"\ntool = "read"\n');
    const shown = await run('replay', '--policy', policy);
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('allow -> deny  files/read  2×  by no_reading');
    expect(shown.out).toContain('3 calls in the last 7d: 2 with a different decision, 1 unchanged');
    expect((await run('replay', '--policy', policy, '--fail-on-change')).code).toBe(1);
    const { out } = await run('replay', '--policy', policy, '--json');
    expect(JSON.parse(out)).toMatchObject({
      calls: 3,
      changed: 2,
      unsure: 0,
      items: [{ before: 'allow', after: 'deny', rule: 'no_reading', count: 2, example: { path: '/b' } }],
    });
  });

  test('a masked call with a different decision is counted as uncertain, with the reason', async () => {
    record(call('send', { text: 'key [REDACTED]' }));
    const policy = file('default = "allow"\n[[rule]]\naction = "deny"\nargs."**" = "*REDACTED*"\n');
    const shown = await run('replay', '--policy', policy, '--fail-on-change');
    expect(shown.code).toBe(0);
    expect(shown.out).toContain('allow -> deny?');
    expect(shown.out).toContain('uncertain: secrets in the arguments are masked');
    expect(shown.out).toContain('1 unknown from the log');
  });

  test('excludes older calls and other servers', async () => {
    record(call('read', {}, { time: Date.now() - 8 * 24 * 3_600_000 }), call('read', {}));
    const policy = file('default = "deny"\n');
    expect((await run('replay', '--policy', policy)).out).toContain(
      '1 call in the last 7d: 1 with a different decision',
    );
    expect((await run('replay', '--policy', policy, '--since', '30d')).out).toContain(
      '2 calls in the last 30d: 2 with a different decision',
    );
    expect((await run('replay', '--policy', policy, '--server', 'other')).out).toContain('No calls were');
  });

  test('reports that the log contains no calls', async () => {
    const { code, out } = await run('replay', '--policy', file('default = "deny"\n'), '--fail-on-change');
    expect({ code, out }).toEqual({
      code: 0,
      out: 'No calls were logged in the last 7d. Use a longer time (`--since 30d`).\n',
    });
  });

  for (const { name, words, err } of [
    {
      name: 'an invalid time',
      words: ['--since', 'yesterday'],
      err: /Invalid value for `--since`: `yesterday`/,
    },
    { name: 'a missing policy', words: ['--policy', '/nowhere/policy.toml'], err: /No policy at/ },
    { name: 'a misspelled option', words: ['--polcy', 'x'], err: /--policy/ },
  ])
    test(name, async () => {
      const shown = await run('replay', ...words);
      expect(shown.code).toBe(2);
      expect(shown.err).toMatch(err);
    });
});

describe('policy learn', () => {
  const work = [
    call('read_file', { path: '/srv/app/src/a.ts' }),
    call('read_file', { path: '/srv/app/src/b.ts' }),
    call('read_file', { path: '/srv/app/docs/c.md' }),
    call('read_file', { path: '/etc/hosts' }),
    call('fetch', { url: 'https://api.example.com/v1' }),
    call('bash', { command: 'git status && ls src' }),
    call('bash', { command: 'make -f "$(ls)" all' }),
    call('now', {}),
    call('weird_"tool', { text: 'line\nline' }),
    call('', undefined, {
      method: 'resources/read',
      tool: undefined,
      arguments: JSON.stringify({ uri: 'notes://today' }),
    }),
    call('', undefined, {
      method: 'prompts/get',
      tool: undefined,
      arguments: JSON.stringify({ name: 'summary' }),
    }),
    call('rm', { path: '/srv/app' }, { decision: 'deny', rule: 'no_deleting' }),
  ];

  test('the learned policy allows the logged calls, has no warnings and denies other calls', async () => {
    record(...work);
    const { code, out } = await run('learn');
    expect(code).toBe(0);
    expect(out).toContain('# Generated from 11 allowed calls in the last 7d.');
    expect(out).toContain(
      '# Not included: 1 call that the policy or the user denied, or that were not approved in time.',
    );
    expect(out).not.toContain('are not allowed by it');
    expect(out).toContain('path = ["/etc/hosts", "/srv/app/docs/**", "/srv/app/src/**"]');
    expect(out).toMatch(/# 4 calls, the last 20\d\d-.*\n\[\[rule\]\]\n/);
    expect((await parsePolicy(out, 'learnt.toml')).ok).toBe(true);
    const learnt = file(out);
    expect((await run('check', '--strict', learnt)).code).toBe(0);
    const replayed = await run('replay', '--policy', learnt, '--fail-on-change', '--json');
    expect(JSON.parse(replayed.out)).toMatchObject({ calls: 12, changed: 0, unsure: 0 });
    for (const [tool, args] of [
      ['read_file', { path: '/srv/app/.env' }],
      ['read_file', { path: '/etc/shadow' }],
      ['read_file', {}],
      ['fetch', { url: 'https://evil.example' }],
      ['bash', { command: 'git push' }],
      ['bash', { command: 'curl https://evil.example' }],
      ['rm', { path: '/srv/app' }],
    ] as const) {
      const explained = await run(
        ...['explain', '--policy', learnt, '--server', 'files', '--json'],
        ...['--tool', tool, '--args', JSON.stringify(args)],
      );
      expect({ tool, args, decision: JSON.parse(explained.out).decision }).toMatchObject({
        decision: 'deny',
      });
    }
  });

  test('for a link, the rule contains its path and its target', async () => {
    mkdirSync(join(home, 'real/deep'), { recursive: true });
    symlinkSync(join(home, 'real'), join(home, 'link'));
    record(call('read_file', { path: join(home, 'link/deep/a.txt') }));
    const { out } = await run('learn');
    const replayed = await run('replay', '--policy', file(out), '--json');
    expect(JSON.parse(replayed.out)).toMatchObject({ calls: 1, changed: 0 });
  });

  test('calls with incomplete log entries are skipped and counted', async () => {
    record(call('read_file', { path: '/srv/app/src/a.ts' }), call('read_file', undefined));
    const { out } = await run('learn');
    expect(out).toContain('# Not covered: 1 allowed call:');
    expect(out).toContain('files/read_file, 1×: the log entry is incomplete');
  });

  test('a wildcard character in a call is literal in the rule', async () => {
    record(call('bash', { command: 'cat $(ls *.md)' }));
    const { out } = await run('learn');
    expect(out).toContain('files/bash, 1×: no pattern covers it');
    expect(out).not.toContain('*.md');
  });

  test('an empty log produces an empty policy', async () => {
    const { code, err } = await run('learn', '--server', 'none');
    expect(code).toBe(1);
    expect(err).toMatch(/No allowed calls were logged in the last 7d/);
  });
});

describe('generalization', () => {
  const cases = [
    {
      name: 'several files are generalized to their folder',
      paths: ['/srv/a/x', '/srv/a/y'],
      found: ['/srv/a/**'],
    },
    {
      name: 'three sibling folders are generalized to their parent',
      paths: ['/srv/w/a/x', '/srv/w/b/x', '/srv/w/c/x'],
      found: ['/srv/w/**'],
    },
    {
      name: 'paths are never generalized to the home folder',
      paths: ['/home/u/x', '/home/u/y', '/home/u/z'],
      found: ['~/x', '~/y', '~/z'],
    },
    {
      name: 'projects are never generalized to the home folder',
      paths: ['/home/u/a/x', '/home/u/b/x', '/home/u/c/x'],
      found: ['~/a/**', '~/b/**', '~/c/**'],
    },
    { name: 'hidden files are listed one by one', paths: ['/home/u/.config/a/x'], found: ['~/.config/a/x'] },
    {
      name: 'system files are listed one by one',
      paths: ['/etc/hosts', '/tmp/x'],
      found: ['/etc/hosts', '/tmp/x'],
    },
    {
      name: 'paths inside a generalized folder are not listed again',
      paths: ['/srv/a/x', '/srv/a/b/c', '/srv/a'],
      found: ['/srv/a/**'],
    },
  ];
  for (const { name, paths, found } of cases)
    test(name, () => expect(generalizePaths(paths, '/home/u')).toEqual(found));

  const hosts = [
    { hosts: ['a.example.com', 'b.example.com', 'c.example.com'], found: ['*.example.com'] },
    { hosts: ['a.example.com', 'b.example.com'], found: ['a.example.com', 'b.example.com'] },
    { hosts: ['a.co.uk', 'b.co.uk', 'c.co.uk'], found: ['a.co.uk', 'b.co.uk', 'c.co.uk'] },
    {
      hosts: ['a.github.io', 'b.github.io', 'c.github.io'],
      found: ['a.github.io', 'b.github.io', 'c.github.io'],
    },
    { hosts: ['10.0.0.1', '10.0.0.2', '10.0.0.3'], found: ['10.0.0.1', '10.0.0.2', '10.0.0.3'] },
  ];
  for (const { hosts: names, found } of hosts)
    test(names.join(' '), () => expect(generalizeHosts(names)).toEqual(found));
});
