// The table of the `gateway` commands. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const gateway: CommandGroup = {
  kind: 'group',
  name: 'gateway',
  summary: 'run the firewall in front of many remote servers for many callers',
  subcommands: [
    {
      name: 'apply',
      summary: 'update the stored records to match gateway.toml',
      load: async () => (await import('./apply.js')).apply,
    },
    {
      name: 'proxies',
      summary: 'list, create, change and delete proxies',
      load: async () => (await import('./records/proxies.js')).proxies,
    },
    {
      name: 'rules',
      summary: 'read and replace the rules of a proxy',
      load: async () => (await import('./records/rules.js')).rules,
    },
    {
      name: 'keys',
      summary: 'list, create and delete API keys',
      load: async () => (await import('./records/keys.js')).keys,
    },
    {
      name: 'resources',
      summary: 'list, create, change and delete resources',
      load: async () => (await import('./records/resources.js')).resources,
    },
    {
      name: 'logs',
      summary: 'list entries of the audit log, newest first',
      load: async () => (await import('./records/logs.js')).logs,
    },
  ],
  loadDefault: async () => (await import('./start.js')).start,
  examples: [
    { command: 'gateway proxies create files https://mcp.example.com/files', note: 'a new proxy' },
    {
      command: "gateway keys create agent --tag 'mcp:files:tool:*'",
      note: 'an API key for all tools of the proxy',
    },
  ],
};
