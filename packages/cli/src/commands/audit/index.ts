// The table of the `audit` commands. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const audit: CommandGroup = {
  kind: 'group',
  name: 'audit',
  summary: 'follow, search, verify and export the audit log',
  subcommands: [
    {
      name: 'tail',
      summary: 'show the last entries, then follow the log',
      load: async () => (await import('./tail.js')).tail,
    },
    {
      name: 'query',
      summary: 'search audit entries',
      load: async () => (await import('./query.js')).query,
    },
    {
      name: 'stats',
      summary: 'count entries by decision, server, tool and rule',
      load: async () => (await import('./stats.js')).stats,
    },
    {
      name: 'verify',
      summary: 'check that no entry was changed or removed',
      load: async () => (await import('./verify.js')).verify,
    },
    {
      name: 'export',
      summary: 'export audit entries as JSON lines, CSV, SARIF or OCSF',
      load: async () => (await import('./export.js')).exportCommand,
    },
  ],
  examples: [
    { command: 'audit tail --decision deny', note: 'follow denied calls' },
    { command: 'audit query --tool "write_*" --since 7d', note: 'all writes from the last week' },
    { command: 'audit verify', note: 'exits with 1 and lists the problems if the log was changed' },
  ],
};
