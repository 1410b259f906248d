// Tests how `gateway.toml` is parsed, and the errors for invalid files.

import { formatDiagnostic } from '@claw/policy';
import { describe, expect, test } from 'vitest';
import { defaultConfig, parseConfig, readConfig } from './read-config.js';

const env = { FILES_TOKEN: 'upstream-secret', TEAM_KEY: 'k'.repeat(40), SHORT: 'k' };
const checkRules = async (rules: readonly unknown[]) =>
  rules.flatMap((rule, index) =>
    (rule as { rule_type: string }).rule_type === 'bad'
      ? [{ field: `rules[${index}].rule_type`, message: 'unknown rule type `bad`' }]
      : [],
  );
const parse = (text: string) => parseConfig(text, '/etc/claw/gateway.toml', { env, checkRules });

test('an empty file has the defaults', async () => {
  const declared = {
    proxies: [],
    resources: [],
    keys: [],
    file: '/etc/claw/gateway.toml',
    locate: expect.any(Function),
  };
  expect(await parse('')).toEqual({ ok: true, config: { ...defaultConfig(), declared } });
  expect(defaultConfig()).toMatchObject({
    listen: { host: '127.0.0.1', port: 3300 },
    onStoreFailure: 'deny',
    declared: undefined,
  });
});

test('reads a complete file', async () => {
  const read = await parse(`
listen = "[::1]:8443"
tls = { cert = "tls/cert.pem", key = "/keys/key.pem" }
redis = "redis://127.0.0.1:6379"
allow_private_upstreams = ["localhost:8080", "10.0.0.0/8", "fd00::/8", "files.internal"]
trusted_proxies = ["10.1.0.0/16"]
on_store_failure = "allow"
quotas = { proxies = 5 }

[[proxy]]
name = "files"
url = "https://mcp.example.com/files"
authType = "bearer"
authTokenEnv = "FILES_TOKEN"

[[proxy.rules]]
rule_type = "static_cache"
tools = ["list_dir"]
cache_ttl = 600

[[resource]]
id = "system-prompt"
uri = "file:///prompts/system.md"
name = "System prompt"
content = "Be helpful."
attachedMcpIds = ["files"]

[[key]]
name = "team"
env = "TEAM_KEY"
tags = ["mcp:files:tool:*"]
`);
  expect(read).toMatchObject({
    ok: true,
    config: {
      listen: { host: '::1', port: 8443 },
      tls: { cert: '/etc/claw/tls/cert.pem', key: '/keys/key.pem' },
      redis: 'redis://127.0.0.1:6379',
      allowPrivateUpstreams: [
        { kind: 'host', host: 'localhost', port: 8080 },
        { kind: 'range', address: '10.0.0.0', bits: 8 },
        { kind: 'range', address: 'fd00::', bits: 8 },
        { kind: 'host', host: 'files.internal' },
      ],
      trustedProxies: [{ kind: 'range', address: '10.1.0.0', bits: 16 }],
      onStoreFailure: 'allow',
      quotas: { proxies: 5 },
      declared: {
        proxies: [
          {
            id: 'files',
            proxy: { name: 'files', authType: 'bearer', authToken: 'upstream-secret' },
            rules: [{ rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600 }],
          },
        ],
        resources: [{ id: 'system-prompt', resource: { attachedMcpIds: ['files'] } }],
        keys: [{ id: 'team', tags: ['mcp:files:tool:*'], hash: expect.stringMatching(/^[0-9a-f]{64}$/) }],
      },
    },
  });
});

test('an unreadable file is an error', async () => {
  await expect(readConfig('/nothing/gateway.toml', { env, checkRules })).rejects.toMatchObject({
    code: 'ENOENT',
  });
});

test('a missing variable causes one error', async () => {
  const text =
    '[[proxy]]\nname = "a"\nurl = "https://a.example"\nauthType = "bearer"\nauthTokenEnv = "NOTHING"\n';
  const read = await parse(text);
  expect(read.ok ? [] : read.diagnostics.map(formatDiagnostic)).toEqual([
    '/etc/claw/gateway.toml:5:16 the environment variable `NOTHING` is not set; set it, or change `authTokenEnv`',
  ]);
});

describe('an invalid file is rejected with the position:', () => {
  const proxy = '[[proxy]]\nname = "a"\nurl = "https://a.example"\n';
  const cases: [name: string, text: string, ...expected: string[]][] = [
    ['no TOML', 'listen = ', ':1:'],
    ['an unknown field', 'lisen = "x"', ':1:1 unknown key `lisen`; did you mean `listen`?'],
    [
      'an unknown field of a proxy',
      `${proxy}authTyp = "none"`,
      ':4:1 unknown key `authTyp` in `proxy`; did you mean `authType`?',
    ],
    [
      'an unknown field in a nested table',
      `${proxy}auth = { mode = ["jwt"] }`,
      ':4:10 unknown key `mode` in `proxy.auth`; did you mean `modes`?',
    ],
    ['the name of a member of the prototype', '__proto__ = 1', ':1:1 unknown key `__proto__`'],
    [
      'an invalid value',
      'on_store_failure = "alow"',
      ':1:20 unknown value `alow` for `on_store_failure`; did you mean `allow`? (deny, allow)',
    ],
    ['a wrong type', 'listen = 3300', ':1:10 `listen` must be text; put it in quotes'],
    ['no port', 'listen = "localhost"', ':1:10 `listen` must be a host and a port'],
    ['an invalid port', 'listen = "localhost:70000"', ':1:10 `listen` must be'],
    [
      'an invalid address range',
      'allow_private_upstreams = ["10.0.0.0/33"]',
      ':1:28 `allow_private_upstreams` must be a host',
    ],
    [
      'a trusted proxy that is not an address',
      'trusted_proxies = ["balancer.internal"]',
      ':1:20 `trusted_proxies` must be an address or a range',
    ],
    ['an invalid Redis URL', 'redis = "127.0.0.1"', ':1:9 `redis` must be a URL'],
    [
      'a table instead of a list',
      '[proxy]\nname = "a"',
      ':1:1 `proxy` must be an array of tables; write the table header with double brackets: `[[proxy]]`',
    ],
    ['a missing URL', '[[proxy]]\nname = "a"', '`url` is missing'],
    ['an invalid URL', '[[proxy]]\nname = "a"\nurl = "ftp://a"', ':3:7 `url` must be an http or https URL'],
    [
      'a token without the type `bearer`',
      `${proxy}authTokenEnv = "FILES_TOKEN"`,
      '`authToken` is used with `authType` `bearer` only',
    ],
    [
      'a variable that is not set',
      `${proxy}authType = "bearer"\nauthTokenEnv = "NOTHING"`,
      ':5:16 the environment variable `NOTHING` is not set',
    ],
    [
      'an invalid rule',
      `${proxy}[[proxy.rules]]\nrule_type = "static_cache"\n[[proxy.rules]]\nrule_type = "bad"`,
      ':7:13 unknown rule type `bad`',
    ],
    ['a duplicate name', `${proxy}${proxy.replace('"a"', '"A"')}`, ':4:1 the name `A` is used twice'],
    [
      'an invalid tag',
      '[[key]]\nname = "k"\nenv = "TEAM_KEY"\ntags = ["admin"]',
      ':4:9 `tags` must be `mcp:ID:tool:NAME`',
    ],
    [
      'the hash of an empty key',
      '[[key]]\nname = "k"\ntags = []\nhash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"',
      'the hash of the key `k` is that of an empty text',
    ],
    ['an empty key', '[[key]]\nname = "k"\ntags = []', 'the key `k` needs either `hash` or `env`'],
    [
      'a key that can be guessed',
      '[[key]]\nname = "k"\nenv = "SHORT"',
      ':3:7 the key in `SHORT` is shorter than 32 characters',
    ],
    [
      'the same key for two callers',
      '[[key]]\nname = "k"\nenv = "TEAM_KEY"\n[[key]]\nname = "l"\nenv = "TEAM_KEY"',
      ':4:1 the keys `k` and `l` have the same secret',
    ],
    [
      'a token with a line break',
      `${proxy}authType = "bearer"\nauthToken = "a\\n"`,
      ':5:13 `authToken` must consist of visible ASCII characters',
    ],
    [
      'a resource attached to an unknown proxy',
      '[[resource]]\nid = "r"\nuri = "file:///r"\nname = "r"\ncontent = ""\nattachedMcpIds = ["x"]',
      ':6:19 no `[[proxy]]` has the name `x`',
    ],
  ];
  for (const [name, text, ...expected] of cases)
    test(name, async () => {
      const read = await parse(text);
      const shown = read.ok ? '' : read.diagnostics.map(formatDiagnostic).join('\n');
      for (const part of expected) expect(shown).toContain(part);
      expect(shown).toMatch(/^\/etc\/claw\/gateway\.toml:\d+:\d+ /);
      expect(shown).not.toContain('upstream-secret');
    });
});
