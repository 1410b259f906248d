// The table of the `approvals` commands. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const approvals: CommandGroup = {
  kind: 'group',
  name: 'approvals',
  summary: 'approve or deny pending calls, list and revoke approvals',
  subcommands: [
    {
      name: 'list',
      summary: 'list pending and standing approvals',
      load: async () => (await import('./list.js')).list,
    },
    {
      name: 'approve',
      summary: 'approve a pending call',
      load: async () => (await import('./approve.js')).approve,
    },
    { name: 'deny', summary: 'deny a pending call', load: async () => (await import('./deny.js')).deny },
    {
      name: 'revoke',
      summary: 'revoke an approval',
      load: async () => (await import('./revoke.js')).revoke,
    },
  ],
  examples: [
    { command: 'approvals list', note: 'list pending and standing approvals' },
    {
      command: 'approvals approve 1a2b3c4d --for 1h',
      note: 'approve this call, and the same call again within an hour',
    },
  ],
};
