// Implements `gateway proxies`: manages the upstream servers behind a gateway.

import type { OptionSpecs, OptionValues } from '../../../command-line/command.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { tableLines } from '../../../terminal/table.js';
import type { ApiClient, Json } from '../api-client.js';
import { apiGroup, defineApiCommand } from '../api-command.js';
import { changedFields, definedFields, readAll, readJson, readVariable, segment } from '../read-input.js';

const fieldOptions = {
  'auth-type': {
    kind: 'value',
    value: 'TYPE',
    summary: 'upstream authentication: none, bearer or forward_client_jwt',
  },
  'auth-token-env': {
    kind: 'value',
    value: 'VARIABLE',
    summary: 'environment variable with the bearer token for the upstream server',
  },
  auth: {
    kind: 'value',
    value: 'FILE',
    summary: 'JSON file with the upstream authentication in the field `auth`',
  },
} as const satisfies OptionSpecs;

const readFields = (options: OptionValues<typeof fieldOptions>) =>
  definedFields({
    authType: options['auth-type'],
    authToken: options['auth-token-env'] && readVariable(options['auth-token-env']),
    auth: options.auth && readJson(options.auth),
  });

const pathOf = (id: string) => `/api/mcp/${segment(id)}`;

const describe = (proxy: Json, { protocol }: ApiClient): string[] => [
  `${proxy.name}  ${proxy.id}`,
  `  url       ${proxy.url}`,
  `  endpoint  ${protocol}//${proxy.proxyHost}`,
  `  callers   ${proxy.auth.modes.join(', ')}`,
  `  upstream  ${proxy.authType}`,
  ...(proxy.dnsPin ? [`  address   ${proxy.dnsPin.address}, resolved ${proxy.dnsPin.resolvedAt}`] : []),
  `  tools     ${proxy.tools.map(({ name }: Json) => name).join(', ') || 'not discovered'}`,
  `  owner     ${proxy.source === 'file' ? 'gateway.toml' : 'API'}`,
];

const list = defineApiCommand({
  name: 'gateway proxies list',
  summary: 'list proxies',
  examples: [{ command: 'gateway proxies list', note: 'all proxies' }],
  async run({ api }) {
    const items = await readAll(api, '/api/mcp');
    const rows = items.map(({ id, name, url, authType, source }) => [name, url, authType, source, id]);
    return {
      json: { items },
      lines: (colour) =>
        items.length === 0
          ? ['No proxies. Create one with `clawdefender gateway proxies create NAME URL`.']
          : tableLines(['name', 'url', 'upstream auth', 'owner', 'id'], rows, colour),
    };
  },
});

const show = defineApiCommand({
  name: 'gateway proxies show',
  summary: 'show a proxy and its upstream address',
  operands: ['PROXY'],
  examples: [{ command: 'gateway proxies show files', note: 'by its name or id' }],
  async run({ api, operands: [id = ''] }) {
    const json = await api.send('GET', pathOf(id));
    return { json, lines: () => describe(json, api) };
  },
});

const create = defineApiCommand({
  name: 'gateway proxies create',
  summary: 'create a proxy',
  operands: ['NAME', 'URL'],
  options: fieldOptions,
  examples: [
    { command: 'gateway proxies create files https://mcp.example.com/files', note: 'callers use API keys' },
    {
      command:
        'gateway proxies create files https://mcp.example.com/files --auth-type bearer --auth-token-env FILES_TOKEN',
      note: 'the upstream server requires a token',
    },
  ],
  async run({ api, operands: [name, url], options }) {
    const json = await api.send('POST', '/api/mcp', { name, url, ...readFields(options) });
    return { json, lines: () => describe(json, api) };
  },
});

const change = defineApiCommand({
  name: 'gateway proxies change',
  summary: 'change fields of a proxy',
  operands: ['PROXY'],
  options: {
    name: { kind: 'value', value: 'NAME', summary: 'new name' },
    url: { kind: 'value', value: 'URL', summary: 'new URL of the upstream server' },
    ...fieldOptions,
  },
  examples: [
    { command: 'gateway proxies change files --url https://mcp.example.com/files-v2', note: 'a new URL' },
  ],
  async run({ api, operands: [id = ''], options }) {
    const { name, url } = options;
    const fields = { ...definedFields({ name, url }), ...readFields(options) };
    const body = changedFields(fields, ['name', 'url', ...Object.keys(fieldOptions)]);
    const json = await api.send('PATCH', pathOf(id), body);
    return { json, lines: () => describe(json, api) };
  },
});

const remove = defineApiCommand({
  name: 'gateway proxies delete',
  summary: 'delete a proxy, its rules and secrets, and its tags in API keys',
  operands: ['PROXY'],
  examples: [{ command: 'gateway proxies delete files', note: 'by its name or id' }],
  async run({ api, operands: [id = ''] }) {
    await api.send('DELETE', pathOf(id));
    return { json: { deleted: id }, lines: () => [`Deleted \`${id}\`.`] };
  },
});

const discover = defineApiCommand({
  name: 'gateway proxies discover',
  summary: 'list the tools of the upstream server and store them',
  operands: ['PROXY'],
  examples: [{ command: 'gateway proxies discover files', note: 'after the server has changed' }],
  async run({ api, operands: [id = ''] }) {
    const json = await api.send('POST', `${pathOf(id)}/tools`);
    const rows = json.tools.map((tool: Json) => [tool.name, tool.description ?? '']);
    return {
      json,
      lines: (colour) => [
        ...tableLines(['tool', 'description'], rows, colour),
        pluralize(rows.length, 'tool'),
      ],
    };
  },
});

const resolve = defineApiCommand({
  name: 'gateway proxies re-resolve',
  summary: 'resolve the host name of the upstream server again',
  operands: ['PROXY'],
  examples: [{ command: 'gateway proxies re-resolve files', note: 'after its address has changed' }],
  async run({ api, operands: [id = ''] }) {
    const json = await api.send('POST', `${pathOf(id)}/re-resolve`);
    return { json, lines: () => [`The upstream address is ${json.address}.`] };
  },
});

const purge = defineApiCommand({
  name: 'gateway proxies purge-cache',
  summary: 'remove cached results',
  operands: ['PROXY'],
  options: { tool: { kind: 'value', value: 'NAME', summary: 'only the results of this tool' } },
  examples: [{ command: 'gateway proxies purge-cache files --tool list_dir', note: 'one tool' }],
  async run({ api, operands: [id = ''], options: { tool } }) {
    await api.send('DELETE', `${pathOf(id)}/cache${tool ? `?tool=${segment(tool)}` : ''}`);
    return { json: { purged: id }, lines: () => ['Removed the cached results.'] };
  },
});

export const proxies = apiGroup('gateway proxies', 'list, create, change and delete proxies', [
  list,
  show,
  create,
  change,
  remove,
  discover,
  resolve,
  purge,
]);
