// The `kill` commands. Each is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const kill: CommandGroup = {
  kind: 'group',
  name: 'kill',
  summary: 'kill switch: deny every reviewed call in every proxy',
  subcommands: [
    {
      name: 'on',
      summary: 'deny every reviewed call from now on',
      load: async () => (await import('./switch.js')).on,
    },
    {
      name: 'off',
      summary: 'turn off the kill switch, so that the policy applies again',
      load: async () => (await import('./switch.js')).off,
    },
    {
      name: 'status',
      summary: 'show whether the kill switch is on',
      load: async () => (await import('./switch.js')).status,
    },
  ],
  examples: [
    { command: 'kill on', note: 'takes effect in every running proxy within a second' },
    { command: 'kill status --json', note: 'for a script' },
  ],
};
