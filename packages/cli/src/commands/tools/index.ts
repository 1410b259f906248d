// The table of the `tools` commands for pinned tool definitions. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const tools: CommandGroup = {
  kind: 'group',
  name: 'tools',
  summary: 'review and accept changed tool definitions',
  subcommands: [
    {
      name: 'list',
      summary: 'list known tools and show whether they have changed',
      load: async () => (await import('./list.js')).list,
    },
    {
      name: 'diff',
      summary: 'show how tools have changed since they were accepted',
      load: async () => (await import('./diff.js')).diff,
    },
    {
      name: 'accept',
      summary: 'accept changed tools',
      load: async () => (await import('./accept.js')).accept,
    },
  ],
  examples: [
    { command: 'tools diff', note: 'show tools that have changed since they were accepted' },
    { command: 'tools accept notes add', note: 'accept one tool of one server' },
  ],
};
