// The commands around the record. Each is loaded when it is called.

import type { CommandGroup } from '../../command.js';

export const audit: CommandGroup = {
  kind: 'group',
  name: 'audit',
  summary: 'follow, search, check and export the record',
  subcommands: [
    {
      name: 'tail',
      summary: 'the last records, then each new one',
      load: async () => (await import('./tail.js')).tail,
    },
    {
      name: 'query',
      summary: 'find records',
      load: async () => (await import('./query.js')).query,
    },
    {
      name: 'stats',
      summary: 'what the records add up to',
      load: async () => (await import('./stats.js')).stats,
    },
    {
      name: 'verify',
      summary: 'check that nothing was changed or taken away',
      load: async () => (await import('./verify.js')).verify,
    },
    {
      name: 'export',
      summary: 'write records for other programs',
      load: async () => (await import('./export.js')).exportCommand,
    },
  ],
  examples: [
    { command: 'audit tail --decision deny', note: 'what is being refused right now' },
    { command: 'audit query --tool "write_*" --since 7d', note: 'who wrote something in the last week' },
    { command: 'audit verify', note: 'exit 1 names what is wrong' },
  ],
};
