// `gateway resources`: stored resources, which proxies serve without their upstream servers.

import type { OptionSpecs, OptionValues } from '../../../command-line/command.js';
import { tableLines } from '../../../terminal/table.js';
import type { Json } from '../api-client.js';
import { apiGroup, defineApiCommand } from '../api-command.js';
import { definedFields, readAll, readText, segment } from '../read-input.js';

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

const describe = (resource: Json): string[] => [
  `${resource.name}  ${resource.id}`,
  `  uri       ${resource.uri}`,
  `  type      ${resource.mimeType ?? 'not set'}`,
  `  attached  ${resource.attachedMcpIds.join(', ') || 'to no proxy'}`,
  `  content   ${Buffer.byteLength(resource.content)} bytes`,
];

const list = defineApiCommand({
  name: 'gateway resources list',
  summary: 'list resources',
  examples: [{ command: 'gateway resources list', note: 'all resources' }],
  async run({ api }) {
    const items = await readAll(api, '/api/resources');
    const rows = items.map(({ id, uri, name, attachedMcpIds, source }) => [
      name,
      uri,
      attachedMcpIds.join(', '),
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
  operands: ['ID'],
  examples: [{ command: 'gateway resources show 0197c6b2 --json', note: 'with its content' }],
  async run({ api, operands: [id = ''] }) {
    const json = await api.send('GET', pathOf(id));
    return { json, lines: () => describe(json) };
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
    return { json, lines: () => describe(json) };
  },
});

const change = defineApiCommand({
  name: 'gateway resources change',
  summary: 'change fields of a resource',
  operands: ['ID'],
  options: {
    name: { kind: 'value', value: 'NAME', summary: 'new name' },
    uri: { kind: 'value', value: 'URI', summary: 'new URI' },
    ...fieldOptions,
  },
  examples: [{ command: 'gateway resources change 0197c6b2 --content system.md', note: 'new content' }],
  async run({ api, operands: [id = ''], options }) {
    const { name, uri } = options;
    const body = { ...definedFields({ name, uri }), ...readFields(options) };
    const json = await api.send('PATCH', pathOf(id), body);
    return { json, lines: () => describe(json) };
  },
});

const remove = defineApiCommand({
  name: 'gateway resources delete',
  summary: 'delete a resource',
  operands: ['ID'],
  examples: [
    { command: 'gateway resources delete 0197c6b2', note: 'run `gateway resources list` to see the id' },
  ],
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
