// Implements `gateway keys`: manages the API keys of callers.

import { tableLines } from '../../../terminal/table.js';
import { apiGroup, defineApiCommand } from '../api-command.js';
import { readProxyNames } from '../proxy-names.js';
import { readAll, segment } from '../read-input.js';

const list = defineApiCommand({
  name: 'gateway keys list',
  summary: 'list API keys by name and id; the secret values are not shown',
  examples: [{ command: 'gateway keys list', note: 'all keys' }],
  async run({ api }) {
    const items = await readAll(api, '/api/keys');
    const nameOf = await readProxyNames(api);
    const named = (tag: string) => tag.replace(/^mcp:([^:]+)/, (_, id: string) => `mcp:${nameOf(id)}`);
    const rows = items.map(({ id, name, tags, source }) => [name, tags.map(named).join(', '), source, id]);
    return {
      json: { items },
      lines: (colour) =>
        rows.length === 0 ? ['No keys.'] : tableLines(['name', 'tags', 'owner', 'id'], rows, colour),
    };
  },
});

const create = defineApiCommand({
  name: 'gateway keys create',
  summary: 'create an API key and print it (it cannot be shown again)',
  operands: ['NAME'],
  options: {
    tag: {
      kind: 'list',
      value: 'TAG',
      summary: 'what the key may use: `mcp:PROXY:tool:NAME` or `mcp:PROXY:resource:URI`, `*` for all',
    },
  },
  examples: [
    { command: "gateway keys create agent --tag 'mcp:files:tool:*'", note: 'all tools of one proxy' },
    {
      command: "gateway keys create reader --tag mcp:files:tool:read_file --tag 'mcp:files:resource:*'",
      note: 'one tool and all resources',
    },
  ],
  async run({ api, operands: [name], options: { tag } }) {
    const json = await api.send('POST', '/api/keys', { name, tags: tag });
    return {
      json,
      lines: (colour) => [
        colour.bold(json.key),
        'Store this key now; it is not shown again.',
        ...(tag.length === 0 ? ['It has no tags, so it permits nothing.'] : []),
      ],
    };
  },
});

const remove = defineApiCommand({
  name: 'gateway keys delete',
  summary: 'delete an API key; requests that use it are then rejected',
  operands: ['KEY'],
  examples: [{ command: 'gateway keys delete agent', note: 'by its name or id' }],
  async run({ api, operands: [id = ''] }) {
    await api.send('DELETE', `/api/keys/${segment(id)}`);
    return { json: { deleted: id }, lines: () => [`Deleted the key \`${id}\`.`] };
  },
});

export const keys = apiGroup('gateway keys', 'list, create and delete API keys', [list, create, remove]);
