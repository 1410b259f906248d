// Implements `gateway apply`: changes the stored records to match the records in `gateway.toml`. The command opens the
// store itself, so no node has to run.

import type { DeclaredChange } from '@claw/gateway';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { UserError } from '../../command-line/user-error.js';
import { createDiagnostics } from '../../diagnostics/diagnostics.js';
import { type DeclaredChanges, describeKept } from '../../gateway/apply-declaration.js';
import type { Output } from '../../terminal/output.js';
import { pluralize } from '../../terminal/pluralize.js';
import { tableLines } from '../../terminal/table.js';
import { readGatewayConfig } from './read-gateway-config.js';

export const apply = defineCommand({
  name: 'gateway apply',
  summary: 'update the stored records to match gateway.toml',
  usage: ['[--config FILE] [--redis URL] [--dry-run] [--prune] [--json]'],
  options: {
    config: {
      kind: 'value',
      value: 'FILE',
      summary:
        'file that declares proxies, resources and API keys (default: `gateway.toml` in the configuration folder)',
    },
    redis: {
      kind: 'value',
      value: 'URL',
      summary: 'Redis server that stores the state shared by all nodes (default: the embedded store)',
    },
    'dry-run': { kind: 'flag', summary: 'show the differences and change nothing' },
    prune: { kind: 'flag', summary: 'also delete proxies and resources that the file no longer declares' },
    json: { kind: 'flag', summary: 'print the differences as JSON' },
  },
  operands: 'none',
  passthrough: false,
  examples: [
    { command: 'gateway apply --dry-run', note: 'what would change' },
    {
      command: 'gateway apply --prune',
      note: 'also delete proxies and resources that the file no longer declares',
    },
    {
      command: 'gateway apply --config gateway.toml',
      note: 'running nodes pick up the changes within a second',
    },
  ],
  async run({ options, output }) {
    const config = await readGatewayConfig(
      { ...options, port: undefined, host: undefined, dashboard: undefined },
      output,
    );
    if (config === undefined) return exitCode.usageError;
    if (config.declared === undefined) {
      output.error('There is no `gateway.toml`. Name one with `--config FILE`.');
      return exitCode.usageError;
    }
    try {
      const { prune, 'dry-run': isDryRun } = options;
      const changes = await changeRecords(
        { ...config, declared: config.declared },
        { prune, isDryRun },
        output,
      );
      showChanges(changes, isDryRun, output);
      return exitCode.success;
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      output.error(error.message);
      return exitCode.usageError;
    }
  },
});

type Config = NonNullable<Awaited<ReturnType<typeof readGatewayConfig>>>;

async function changeRecords(
  config: Config & { readonly declared: NonNullable<Config['declared']> },
  { prune, isDryRun }: { readonly prune: boolean; readonly isDryRun: boolean },
  output: Output,
): Promise<DeclaredChanges> {
  const { openGatewayStore } = await import('../../gateway/open-store.js');
  const { createAddressRules } = await import('../../gateway/upstream/address-rules.js');
  const { createState } = await import('../../gateway/create-state.js');
  const { applyDeclaration, planChanges } = await import('../../gateway/apply-declaration.js');
  const diagnostics = createDiagnostics(output, 'gateway');
  const { store, secrets } = await openGatewayStore(config.redis, diagnostics);
  try {
    const addresses = createAddressRules(config.allowPrivateUpstreams);
    const state = createState(store.table, secrets, config, addresses);
    if (isDryRun) return await planChanges(state, config.declared, prune);
    const { openAdminLog } = await import('../../gateway/admin/admin-log.js');
    const log = openAdminLog('apply', diagnostics);
    try {
      return await applyDeclaration(state, config.declared, {
        prune,
        record: (change) => log.record(change),
      });
    } finally {
      log.close();
    }
  } finally {
    await store.close();
  }
}

function showChanges({ changes, kept }: DeclaredChanges, isDryRun: boolean, output: Output): void {
  const itemOf = ({ action, record, id, fields }: DeclaredChange) => ({ action, record, id, fields });
  const items = changes.map(itemOf);
  const rows = items.map(({ action, record, id, fields = [] }) => [action, record, id, fields.join(', ')]);
  const summary = `${pluralize(items.length, 'change')}${isDryRun ? '; nothing was changed' : ''}`;
  output.result({
    json: { items, kept: kept.map(itemOf) },
    text: (colour, wrap) =>
      wrap(
        [
          ...(rows.length > 0
            ? [...tableLines(['action', 'record', 'id', 'fields'], rows, colour), summary]
            : kept.length > 0
              ? ['The stored records contain all records of the file.']
              : ['The stored records match the file.']),
          ...(kept.length > 0
            ? [
                `The file no longer declares these records, but they stay in use: ${describeKept(kept)}. Delete them with \`--prune\`.`,
              ]
            : []),
        ].join('\n'),
      ),
  });
}
