// The commands around pinned tool definitions. Each is loaded when it is called.

import type { CommandGroup } from '../../command.js';

export const tools: CommandGroup = {
  kind: 'group',
  name: 'tools',
  summary: 'see what servers have changed about their tools, and accept it',
  subcommands: [
    {
      name: 'list',
      summary: 'every tool that was seen, and whether it is still what was accepted',
      load: async () => (await import('./list.js')).list,
    },
    {
      name: 'diff',
      summary: 'what has changed, and how much it matters',
      load: async () => (await import('./diff.js')).diff,
    },
    {
      name: 'accept',
      summary: 'trust what has changed',
      load: async () => (await import('./accept.js')).accept,
    },
  ],
  examples: [
    { command: 'tools diff', note: 'what is different from what you trusted' },
    { command: 'tools accept notes add', note: 'one tool of one server' },
  ],
};
