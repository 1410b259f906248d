// Implements `gateway resources`: manages stored resources, which proxies serve without their upstream servers.

import type { OptionSpecs, OptionValues } from '../../../command-line/command.js';
import { tableLines } from '../../../terminal/table.js';
import type { Json } from '../api-client.js';
import { apiGroup, defineApiCommand } from '../api-command.js';
import { readProxyNames } from '../proxy-names.js';
import { changedFields, definedFields, readAll, readText, segment } from '../read-input.js';

const pathOf = (id: string) => `/api/resources/${segment(id)}`;

const fieldOptions = {
  content: { kind: 'value', value: 'FILE', summary: 'file with the content; `-` is standard input' },
  'mime-type': { kind: 'value', value: 'TYPE', summary: 'MIME type, such as text/markdown' },
  attach: { kind: 'list', value: 'PROXY', summary: 'proxy that serves the resource' },
} as const satisfies OptionSpecs;

const readFields = (options: OptionValues<typeof fieldOptions>) =>
  definedFields({
    mimeType: options['mime-type'],
    content: options.content && readText(options.content),
    attachedMcpIds: options.attach.length > 0 ? options.attach : undefined,
  });

const describe = (resource: Json, nameOf: (id: string) => string): string[] => [
  `${resource.name}  ${resource.id}`,
  `  uri       ${resource.uri}`,
  `  type      ${resource.mimeType ?? 'not set'}`,
  `  attached  ${resource.attachedMcpIds.map(nameOf).join(', ') || 'to no proxy'}`,
  `  content   ${Buffer.byteLength(resource.content)} bytes`,
];

const list = defineApiCommand({
  name: 'gateway resources list',
  summary: 'list resources',
  examples: [{ command: 'gateway resources list', note: 'all resources' }],
  async run({ api }) {
    const items = await readAll(api, '/api/resources');
    const nameOf = await readProxyNames(api);
    const rows = items.map(({ id, uri, name, attachedMcpIds, source }) => [
      name,
      uri,
      attachedMcpIds.map(nameOf).join(', '),
      source,
      id,
    ]);
    return {
      json: { items },
      lines: (colour) =>
        rows.length === 0
          ? ['No resources.']
          : tableLines(['name', 'uri', 'attached to', 'owner', 'id'], rows, colour),
    };
  },
});

const show = defineApiCommand({
  name: 'gateway resources show',
  summary: 'show a resource',
  operands: ['RESOURCE'],
  examples: [
    { command: 'gateway resources show "System prompt" --json', note: 'by its name or id, with its content' },
  ],
  async run({ api, operands: [id = ''] }) {
    const json = await api.send('GET', pathOf(id));
    const nameOf = await readProxyNames(api);
    return { json, lines: () => describe(json, nameOf) };
  },
});

const create = defineApiCommand({
  name: 'gateway resources create',
  summary: 'create a resource',
  operands: ['NAME', 'URI'],
  options: fieldOptions,
  examples: [
    {
      command:
        'gateway resources create "System prompt" file:///prompts/system.md --content system.md --attach files',
      note: 'served by one proxy',
    },
  ],
  async run({ api, operands: [name, uri], options }) {
    const json = await api.send('POST', '/api/resources', { name, uri, ...readFields(options) });
    const nameOf = await readProxyNames(api);
    return { json, lines: () => describe(json, nameOf) };
  },
});

const change = defineApiCommand({
  name: 'gateway resources change',
  summary: 'change fields of a resource',
  operands: ['RESOURCE'],
  options: {
    name: { kind: 'value', value: 'NAME', summary: 'new name' },
    uri: { kind: 'value', value: 'URI', summary: 'new URI' },
    ...fieldOptions,
    attach: {
      kind: 'list',
      value: 'PROXY',
      summary: 'proxy that serves the resource; replaces the current proxies (repeatable)',
    },
  },
  examples: [
    { command: 'gateway resources change "System prompt" --content system.md', note: 'new content' },
  ],
  async run({ api, operands: [id = ''], options }) {
    const { name, uri } = options;
    const fields = { ...definedFields({ name, uri }), ...readFields(options) };
    const body = changedFields(fields, ['name', 'uri', ...Object.keys(fieldOptions)]);
    const json = await api.send('PATCH', pathOf(id), body);
    const nameOf = await readProxyNames(api);
    return { json, lines: () => describe(json, nameOf) };
  },
});

const remove = defineApiCommand({
  name: 'gateway resources delete',
  summary: 'delete a resource',
  operands: ['RESOURCE'],
  examples: [{ command: 'gateway resources delete "System prompt"', note: 'by its name or id' }],
  async run({ api, operands: [id = ''] }) {
    await api.send('DELETE', pathOf(id));
    return { json: { deleted: id }, lines: () => [`Deleted the resource \`${id}\`.`] };
  },
});

export const resources = apiGroup('gateway resources', 'list, create, change and delete resources', [
  list,
  show,
  create,
  change,
  remove,
]);
