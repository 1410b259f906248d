// The table of the `kill` commands. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const kill: CommandGroup = {
  kind: 'group',
  name: 'kill',
  summary: 'turn the kill switch on or off; while it is on, every proxy denies calls',
  subcommands: [
    {
      name: 'on',
      summary: 'deny every call that is subject to the policy, from now on',
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
