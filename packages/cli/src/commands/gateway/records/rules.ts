// Implements `gateway rules`: manages the rules of a proxy.

import { UsageError } from '../../../command-line/user-error.js';
import { pluralize } from '../../../terminal/pluralize.js';
import { tableLines } from '../../../terminal/table.js';
import type { Json } from '../api-client.js';
import { apiGroup, defineApiCommand } from '../api-command.js';
import { readJson, segment } from '../read-input.js';

const pathOf = (proxy: string) => `/api/mcp/${segment(proxy)}/rules`;

const get = defineApiCommand({
  name: 'gateway rules get',
  summary: 'list the rules of a proxy, in the order of evaluation',
  operands: ['PROXY'],
  examples: [
    {
      command: 'gateway rules get files --json > rules.json',
      note: 'save the rules to a file for editing',
    },
  ],
  async run({ api, operands: [proxy = ''] }) {
    const json = await api.send('GET', pathOf(proxy));
    const rows = json.rules.map((rule: Json, index: number) => [
      String(index + 1),
      rule.rule_type,
      rule.name ?? '',
      [rule.tools].flat().join(', '),
      rule.enabled === false ? 'disabled' : 'enabled',
    ]);
    return {
      json,
      lines: (colour) =>
        rows.length === 0 ? ['No rules.'] : tableLines(['#', 'type', 'name', 'tools', 'state'], rows, colour),
    };
  },
});

const put = defineApiCommand({
  name: 'gateway rules put',
  summary: 'replace all rules of a proxy with those in a JSON file',
  operands: ['PROXY', 'FILE'],
  examples: [
    {
      command: 'gateway rules put files rules.json',
      note: 'the file contains an array of rules, or an object with the field `rules`',
    },
    { command: 'gateway rules put files -', note: 'from standard input' },
  ],
  async run({ api, operands: [proxy = '', file = ''] }) {
    const read = readJson(file);
    const body = Array.isArray(read) ? { rules: read } : read;
    if (typeof body !== 'object' || body === null)
      throw new UsageError(`\`${file}\` must contain an array of rules, or an object with \`rules\`.`);
    const json = await api.send('PUT', pathOf(proxy), body);
    return { json, lines: () => [`\`${proxy}\` has ${pluralize(json.rules.length, 'rule')} now.`] };
  },
});

export const rules = apiGroup('gateway rules', 'read and replace the rules of a proxy', [get, put]);
