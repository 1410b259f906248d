// The commands around questions and grants. Each is loaded when it is called.

import type { CommandGroup } from '../../command.js';

export const approvals: CommandGroup = {
  kind: 'group',
  name: 'approvals',
  summary: 'answer waiting questions, see and take back what was granted',
  subcommands: [
    {
      name: 'list',
      summary: 'what waits for an answer, and what was granted',
      load: async () => (await import('./list.js')).list,
    },
    {
      name: 'approve',
      summary: 'say yes',
      load: async () => (await import('./approve.js')).approve,
    },
    { name: 'deny', summary: 'say no', load: async () => (await import('./deny.js')).deny },
    {
      name: 'revoke',
      summary: 'take a yes back',
      load: async () => (await import('./revoke.js')).revoke,
    },
  ],
  examples: [
    { command: 'approvals list', note: 'what waits for you' },
    { command: 'approvals approve 1a2b3c4d --for 1h', note: 'yes, for an hour' },
  ],
};
