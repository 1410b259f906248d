// Every command in one table. A command is loaded when it is called, never before.

import type { CommandTable } from '../command.js';

export const commands: CommandTable = [
  {
    name: 'proxy',
    summary: 'run a stdio MCP server behind the firewall',
    load: async () => (await import('./proxy.js')).proxy,
  },
  {
    name: 'policy',
    summary: 'test, check, explain and translate policies',
    load: async () => (await import('./policy/index.js')).policy,
  },
  {
    name: 'detect',
    summary: 'find injections, secrets, personal data and forbidden destinations in texts',
    load: async () => (await import('./detect/index.js')).detect,
  },
  {
    // Other firewalls of this kind are started with `wrap -- COMMAND`: it means `proxy -- COMMAND` here.
    name: 'wrap',
    summary: 'another name for `proxy`',
    alias: true,
    missing: 'editing the configuration of a client',
    load: async () => (await import('./proxy.js')).proxy,
  },
];
