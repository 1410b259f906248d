import { describe, expect, test } from 'vitest';
import { json } from '../config-formats/json.js';
import { toml } from '../config-formats/toml.js';
import { yaml } from '../config-formats/yaml.js';
import { gooseShape, listShape, usualShape } from './entry-shape.js';
import { maskConfig } from './mask-config.js';

const reference = `$\{input:seat}`;
const places = [{ at: ['mcpServers'], shape: usualShape }];
const inJson = (entry: object) =>
  JSON.parse(maskConfig(JSON.stringify({ mcpServers: { a: entry } }), json, places)).mcpServers.a;

const cases: { name: string; entry: object; shown: object }[] = [
  {
    name: 'masks all variables, whatever their values are',
    entry: { command: 'x', env: { PASS: 'hunter2', MODE: 'a', COUNT: 7, DEBUG: true, NONE: '' } },
    shown: {
      command: 'x',
      env: { PASS: '[REDACTED]', MODE: '[REDACTED]', COUNT: '[REDACTED]', DEBUG: true, NONE: '' },
    },
  },
  {
    name: 'masks headers, but not references',
    entry: {
      url: 'https://a.example',
      headers: { Authorization: 'Bearer plain', 'X-Seat': reference },
    },
    shown: { url: 'https://a.example', headers: { Authorization: '[REDACTED]', 'X-Seat': reference } },
  },
  {
    name: 'masks query values in a URL',
    entry: { url: 'https://a.example/mcp?seat=plum&api_key=pear#token=fig' },
    shown: { url: 'https://a.example/mcp?seat=[REDACTED]&api_key=[REDACTED]#token=[REDACTED]' },
  },
  {
    name: 'masks values with the name of a secret at any depth',
    entry: {
      url: 'https://a.example',
      token: 'plum',
      auth: { CLIENT_SECRET: 'pear', issuer: 'https://b.example' },
      requestInit: { headers: { 'X-Seat': 'fig' } },
      environment: { SEAT: 'quince' },
      note: 'plum',
    },
    shown: {
      url: 'https://a.example',
      token: '[REDACTED]',
      auth: { CLIENT_SECRET: '[REDACTED]', issuer: 'https://b.example' },
      requestInit: { headers: { 'X-Seat': '[REDACTED]' } },
      environment: { SEAT: '[REDACTED]' },
      note: 'plum',
    },
  },
  {
    name: 'masks variables in a list',
    entry: { command: 'x', env: ['PASS=hunter2', 'HOME'] },
    shown: { command: 'x', env: ['PASS=[REDACTED]', 'HOME'] },
  },
  {
    name: 'masks words of a command that follow the name of a secret',
    entry: {
      command: 'x',
      args: ['--api-key', 'hunter2', '--token=abc', '--root', '/srv', 'DB_PASSWORD=a b', '-v'],
    },
    shown: {
      command: 'x',
      args: [
        '--api-key',
        '[REDACTED]',
        '--token=[REDACTED]',
        '--root',
        '/srv',
        'DB_PASSWORD=[REDACTED]',
        '-v',
      ],
    },
  },
  {
    name: 'masks variables and headers in a command',
    entry: { command: 'docker', args: ['run', '-e', 'MODE=a', '-e', 'HOME', '--header', 'X-Seat: window'] },
    shown: {
      command: 'docker',
      args: ['run', '-e', 'MODE=[REDACTED]', '-e', 'HOME', '--header', 'X-Seat: [REDACTED]'],
    },
  },
  {
    name: 'does not mask our own options',
    entry: {
      command: 'clawdefender',
      args: [
        'proxy',
        '--server',
        'a',
        '--url',
        'https://a.example',
        '--header-env',
        'Authorization=CLAWDEFENDER_HEADER_1',
      ],
      env: { CLAWDEFENDER_HEADER_1: `Bearer ${reference}` },
    },
    shown: {
      command: 'clawdefender',
      args: [
        'proxy',
        '--server',
        'a',
        '--url',
        'https://a.example',
        '--header-env',
        'Authorization=CLAWDEFENDER_HEADER_1',
      ],
      env: { CLAWDEFENDER_HEADER_1: `Bearer ${reference}` },
    },
  },
];
for (const { name, entry, shown } of cases) test(name, () => expect(inJson(entry)).toEqual(shown));

describe('in every format', () => {
  test('JSON with comments keeps all other text', () =>
    expect(maskConfig('{ // a\n "mcpServers": { "a": { "env": { "K": "v", } } } }', json, places)).toBe(
      '{ // a\n "mcpServers": { "a": { "env": { "K": "[REDACTED]", } } } }',
    ));
  for (const [text, shown] of [
    ['[mcpServers.a.env]\nK = "v" # here\n', '[mcpServers.a.env]\nK = "[REDACTED]" # here\n'],
    ['[mcpServers.a]\nenv.K = "v"\n', '[mcpServers.a]\nenv.K = "[REDACTED]"\n'],
    ['[mcpServers]\na = { env = { K = "v" } }\n', '[mcpServers]\na = { env = { K = "[REDACTED]" } }\n'],
    ["[mcpServers.a]\nhttp_headers = { K = 'v' }\n", '[mcpServers.a]\nhttp_headers = { K = "[REDACTED]" }\n'],
  ] as const)
    test(`TOML: ${JSON.stringify(text)}`, () => expect(maskConfig(text, toml, places)).toBe(shown));

  test('YAML with lists of entries, block text and aliases', () => {
    const text =
      'mcpServers:\n  - name: a\n    env: &e\n      K: v\n      L: |\n        long\n        text\n  - name: b\n    env: *e\n';
    const shown = maskConfig(text, yaml, places);
    expect(shown).toContain('      K: [REDACTED]\n      L: [REDACTED]');
    expect(shown).not.toMatch(/: v|long|text/);
    const goose = maskConfig('extensions:\n  a:\n    cmd: x\n    envs:\n      K: v\n', yaml, [
      { at: ['extensions'], shape: gooseShape },
    ]);
    expect(goose).toContain('K: [REDACTED]');
  });

  test('a command given as a list', () => {
    const text = '{"mcp":{"a":{"command":["x","--password","p w"],"environment":{"K":"v"}}}}';
    const shown =
      '{"mcp":{"a":{"command":["x","--password","[REDACTED]"],"environment":{"K":"[REDACTED]"}}}}';
    expect(maskConfig(text, json, [{ at: ['mcp'], shape: listShape }])).toBe(shown);
  });
});
