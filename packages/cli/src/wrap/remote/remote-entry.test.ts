// Tests remote servers: the wrapped entry starts the proxy with the URL, keeps the values of its headers, and can be
// restored byte for byte.

import { expect, test } from 'vitest';
import type { Format, LocatedEntry, ParsedConfig } from '../../config-formats/format.js';
import { json } from '../../config-formats/json.js';
import { toml } from '../../config-formats/toml.js';
import { yaml } from '../../config-formats/yaml.js';
import {
  codexShape,
  type EntryShape,
  gooseShape,
  listShape,
  loginShape,
  usualShape,
} from '../entry-shape.js';
import { entryStateOf } from '../entry-state.js';
import { unwrapEntries, wrapEntries } from '../rewrite.js';
import { type LoginSettings, loginOptions, loginSettingsOf } from './login-settings.js';

const entriesIn = (text: string, format: Format, at: readonly string[]) =>
  (format.parse(text) as ParsedConfig).findEntries(at);
const ours = ['proxy', '--server', 'a', '--url'];
const url = 'https://x.example/mcp';

interface Case {
  readonly name: string;
  readonly format: Format;
  readonly at: readonly string[];
  readonly shape?: EntryShape;
  readonly stdioType?: string;
  readonly text: string;
  readonly becomes: object;
}

const cases: Case[] = [
  {
    name: 'Codex with the name of a variable that contains a token',
    format: toml,
    at: ['mcp_servers'],
    shape: codexShape,
    text: `[mcp_servers.a]\nurl = "${url}" # x\n"bearer_token_env_var"  = 'NOTES_TOKEN' # y\nenabled = true\n`,
    becomes: {
      command: 'clawdefender',
      args: [...ours, url, '--bearer-env', 'NOTES_TOKEN'],
      env_vars: ['NOTES_TOKEN'],
      enabled: true,
    },
  },
  {
    name: 'login settings, which stay in the entry',
    format: json,
    at: ['mcpServers'],
    shape: loginShape,
    text: `{"mcpServers":{"a":{"url":"${url}","oauth":{"clientId":"id","callbackPort":3118}}}}`,
    becomes: {
      command: 'clawdefender',
      args: [...ours, url],
      oauth: { clientId: 'id', callbackPort: 3118 },
    },
  },
  {
    name: 'a URL alone',
    format: json,
    at: ['mcpServers'],
    text: `{"mcpServers":{"a":{"url":"${url}"}}}`,
    becomes: { command: 'clawdefender', args: [...ours, url] },
  },
  {
    name: 'Claude Code with headers, comments and unusual formatting',
    format: json,
    at: ['mcpServers'],
    text: `{
  "mcpServers": {
    "a": {
      "type": "http", // new
      "url" : "${url}",
      "headers": { "Authorization": "Bearer \u0024{TOKEN}", /* two */ "X-Key":"plain" },
      "timeout": 3,
    },
  },
}\n`,
    becomes: {
      type: 'stdio',
      command: 'clawdefender',
      args: [
        ...ours,
        url,
        '--header-env',
        'Authorization=CLAWDEFENDER_HEADER_1',
        '--header-env',
        'X-Key=CLAWDEFENDER_HEADER_2',
      ],
      env: { CLAWDEFENDER_HEADER_1: 'Bearer \u0024{TOKEN}', CLAWDEFENDER_HEADER_2: 'plain' },
      timeout: 3,
    },
  },
  {
    name: 'headers with numeric names keep their order, and an empty login is ignored',
    format: json,
    at: ['mcpServers'],
    text: `{"mcpServers":{"a":{"url":"${url}","oauth":false,"headers":{"X":"plain","7":"abc"}}}}`,
    becomes: {
      oauth: false,
      command: 'clawdefender',
      args: [
        ...ours,
        url,
        '--header-env',
        'X=CLAWDEFENDER_HEADER_1',
        '--header-env',
        '7=CLAWDEFENDER_HEADER_2',
      ],
      env: { CLAWDEFENDER_HEADER_1: 'plain', CLAWDEFENDER_HEADER_2: 'abc' },
    },
  },
  {
    name: 'Windsurf',
    format: json,
    at: ['mcpServers'],
    text: `{ "mcpServers": { "a": { "disabled": false, "serverUrl": "${url}" } } }`,
    becomes: { disabled: false, command: 'clawdefender', args: [...ours, url] },
  },
  {
    name: 'opencode',
    format: json,
    at: ['mcp'],
    shape: listShape,
    stdioType: 'local',
    text: `{ "mcp": { "a": { "type": "remote", "url": "${url}", "headers": {} } } }`,
    becomes: { type: 'local', command: ['clawdefender', ...ours, url], environment: {} },
  },
  {
    name: 'Codex',
    format: toml,
    at: ['mcp_servers'],
    text: `[mcp_servers.a] # one\nurl = '${url}' # two\nhttp_headers = { "X-Region" = "us", Key = "\u0024{K}" }\n[other]\nx = 1\n`,
    becomes: {
      command: 'clawdefender',
      args: [
        ...ours,
        url,
        '--header-env',
        'X-Region=CLAWDEFENDER_HEADER_1',
        '--header-env',
        'Key=CLAWDEFENDER_HEADER_2',
      ],
      env: { CLAWDEFENDER_HEADER_1: 'us', CLAWDEFENDER_HEADER_2: '\u0024{K}' },
    },
  },
  {
    name: 'Goose',
    format: yaml,
    at: ['extensions'],
    shape: gooseShape,
    text: `extensions:\n  a:\n    type: streamable_http   # new\n    uri: ${url}\n    enabled: true\n    headers:\n      X-Key: abc # c\n  b:\n    type: builtin\n`,
    becomes: {
      type: 'stdio',
      cmd: 'clawdefender',
      args: [...ours, url, '--header-env', 'X-Key=CLAWDEFENDER_HEADER_1'],
      enabled: true,
      envs: { CLAWDEFENDER_HEADER_1: 'abc' },
    },
  },
];
for (const { name, format, at, shape = usualShape, stdioType, text, becomes } of cases) {
  const find = (from: string) =>
    entriesIn(from, format, at).find((entry) => entry.name === 'a') as LocatedEntry;
  const wrapped = () =>
    wrapEntries(text, format, [
      { entry: find(text), shape, launcher: ['clawdefender'], ...(stdioType ? { stdioType } : {}) },
    ]);
  test(`wraps: ${name}`, () => {
    const outcome = wrapped();
    expect(outcome.results).toEqual([{ record: expect.anything() }]);
    expect({ ...find(outcome.text).value }).toEqual(becomes);
    const trusting = { project: true, isOurProgram: () => true, isOutside: () => true };
    expect(entryStateOf(find(outcome.text), shape, trusting)).toMatchObject({
      kind: 'wrapped',
      weaknesses: [],
    });
  });
  test(`${name}: restored byte for byte, and the records contain no header value`, () => {
    const { text: after, results } = wrapped();
    const [result] = results;
    const record = result && 'record' in result ? result.record : undefined;
    const back = unwrapEntries(after, format, [{ entry: find(after), shape, record }]);
    expect(back).toEqual({ text, results: [{ exact: true }] });
    expect(JSON.stringify(record)).not.toMatch(/plain|abc|us\b/);
  });
  test(`${name}: restored to a URL without wrap records`, () => {
    const { text: after } = wrapped();
    const back = unwrapEntries(after, format, [{ entry: find(after), shape, record: undefined }]);
    expect(back.results).toEqual([{ exact: false }]);
    expect(find(back.text).value['url']).toBe(url);
  });
}

const refused = [
  {
    name: 'a URL that is not supported',
    entry: '{"url":"file:///etc/passwd"}',
    reason: /not an http or https URL/,
  },
  {
    name: 'login settings of the client',
    entry: `{"url":"${url}","oauth":{}}`,
    reason: /logs in with `oauth`/,
  },
  { name: 'an unknown transport', entry: `{"url":"${url}","type":"ws"}`, reason: /unknown transport `ws`/ },
  {
    name: 'headers and variables',
    entry: `{"url":"${url}","headers":{"a":"b"},"env":{}}`,
    reason: /headers and `env`/,
  },
  {
    name: 'two URLs',
    entry: `{"url":"${url}","httpUrl":"${url}"}`,
    reason: /two URLs, `url` and `httpUrl`; keep one/,
  },
  {
    name: 'a token for the login',
    entry: `{"url":"${url}","bearer_token_env_var":"T"}`,
    reason: /logs in with/,
  },
  {
    name: 'headers in an unknown field',
    entry: `{"url":"${url}","requestInit":{"headers":{"Authorization":"x"}}}`,
    reason: /logs in with `requestInit`/,
  },
  {
    name: 'an invalid header name',
    entry: `{"url":"${url}","headers":{"a=b":"c"}}`,
    reason: /`a=b` is not a valid header name/,
  },
  {
    name: 'a header with a number as its value',
    entry: `{"url":"${url}","headers":{"a":1}}`,
    reason: /not a string/,
  },
  { name: 'arguments', entry: `{"url":"${url}","args":[]}`, reason: /a URL and `args`/ },
  {
    name: 'headers that are not a map',
    entry: `{"url":"${url}","headers":"a: b"}`,
    reason: /headers are defined elsewhere/,
  },
];
for (const { name, entry, reason } of refused) {
  test(`leaves unchanged, with a reason: ${name}`, () => {
    const text = `{"mcpServers":{"a":${entry}}}`;
    const [first] = entriesIn(text, json, ['mcpServers']) as [LocatedEntry];
    const outcome = wrapEntries(text, json, [
      { entry: first, shape: usualShape, launcher: ['clawdefender'] },
    ]);
    expect(outcome).toEqual({ text, results: [{ reason: expect.stringMatching(reason) }] });
  });
}

const logins: { name: string; oauth: object | undefined; options?: string[]; unknown?: string }[] = [
  { name: 'none', oauth: undefined, options: [] },
  { name: 'no login settings', oauth: {}, options: [] },
  {
    name: 'Claude Code',
    oauth: { clientId: 'id', callbackPort: 3118 },
    options: ['--client-id', 'id', '--port', '3118'],
  },
  {
    name: 'Gemini CLI',
    oauth: { enabled: true, clientId: 'id', clientSecret: '$SECRET', scopes: ['a', 'b'] },
    options: ['--client-id', 'id', '--client-secret-env', 'SECRET', '--scope', 'a b'],
  },
  {
    name: 'opencode',
    oauth: { clientId: 'id', clientSecret: '{env:SECRET}', scope: 'a b' },
    options: ['--client-id', 'id', '--client-secret-env', 'SECRET', '--scope', 'a b'],
  },
  { name: 'a secret in plain text', oauth: { clientSecret: 'abc' }, unknown: 'oauth.clientSecret' },
  { name: 'a provider that the client configures', oauth: { tokenUrl: url }, unknown: 'oauth.tokenUrl' },
  { name: 'the name of a built-in property', oauth: { constructor: 1 }, unknown: 'oauth.constructor' },
  { name: 'an invalid port', oauth: { callbackPort: '80; x' }, unknown: 'oauth.callbackPort' },
  { name: 'values with escape sequences', oauth: { scope: '\u001b[2J' }, unknown: 'oauth.scope' },
];
for (const { name, oauth, options, unknown } of logins)
  test(`login settings: ${name}`, () => {
    const text = JSON.stringify({ mcpServers: { a: { url, oauth } } });
    const [entry] = entriesIn(text, json, ['mcpServers']) as [LocatedEntry];
    const settings = loginSettingsOf(entry, loginShape);
    if (unknown === undefined) expect(loginOptions(settings as LoginSettings)).toEqual(options);
    else expect(settings).toEqual({ unknown });
    const [result] = wrapEntries(text, json, [{ entry, shape: loginShape, launcher: ['claw'] }]).results;
    expect(result).toEqual(
      unknown === undefined ? { record: expect.anything() } : { reason: expect.stringContaining(unknown) },
    );
  });
