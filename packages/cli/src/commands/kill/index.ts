// The emergency switch from the command line. Each command is loaded when it is called.

import type { CommandGroup } from '../../command.js';

export const kill: CommandGroup = {
  kind: 'group',
  name: 'kill',
  summary: 'the emergency switch: refuse every reviewed call in every proxy',
  subcommands: [
    {
      name: 'on',
      summary: 'refuse every reviewed call from now on',
      load: async () => (await import('./switch.js')).on,
    },
    {
      name: 'off',
      summary: 'let the policy decide again',
      load: async () => (await import('./switch.js')).off,
    },
    { name: 'status', summary: 'is it on?', load: async () => (await import('./switch.js')).status },
  ],
  examples: [
    { command: 'kill on', note: 'every running proxy obeys within a second' },
    { command: 'kill status --json', note: 'for a script' },
  ],
};
