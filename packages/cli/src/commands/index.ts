// Every command in one table. A command is loaded when it is called, never before. The order is that of the
// help: what a new user needs comes first.

import type { CommandTable } from '../command-line/command.js';

export const commands: CommandTable = [
  {
    name: 'init',
    summary: 'write a policy to begin with',
    load: async () => (await import('./init/init.js')).init,
  },
  {
    name: 'wrap',
    summary: 'put the servers of your MCP clients behind the firewall',
    load: async () => (await import('./wrap/wrap.js')).wrap,
    // Other firewalls of this kind are started with `wrap -- COMMAND`: it means `proxy -- COMMAND` here.
    loadWithSeparator: async () => (await import('./proxy/proxy.js')).proxy,
  },
  {
    name: 'unwrap',
    summary: 'take the firewall out of the configuration again',
    load: async () => (await import('./wrap/unwrap.js')).unwrap,
  },
  {
    name: 'scan',
    summary: 'find every MCP server on this machine and rate its risk',
    load: async () => (await import('./scan/scan.js')).scan,
  },
  {
    name: 'status',
    summary: 'show what is protected and what runs',
    load: async () => (await import('./status/status.js')).status,
  },
  {
    name: 'doctor',
    summary: 'find what is wrong and how to mend it',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  {
    name: 'tools',
    summary: 'see what servers have changed about their tools, and accept it',
    load: async () => (await import('./tools/index.js')).tools,
  },
  {
    name: 'approvals',
    summary: 'answer waiting questions, see and take back what was granted',
    load: async () => (await import('./approvals/index.js')).approvals,
  },
  {
    name: 'audit',
    summary: 'follow, search, check and export the record',
    load: async () => (await import('./audit/index.js')).audit,
  },
  {
    name: 'policy',
    summary: 'test, check, explain and translate policies',
    load: async () => (await import('./policy/index.js')).policy,
  },
  {
    name: 'kill',
    summary: 'the emergency switch: refuse every reviewed call in every proxy',
    load: async () => (await import('./kill/index.js')).kill,
  },
  {
    name: 'dashboard',
    summary: 'a local web page: live events, questions, the kill switch',
    load: async () => (await import('./dashboard/dashboard.js')).dashboard,
  },
  {
    name: 'login',
    summary: 'log in at a remote server',
    load: async () => (await import('./login/login.js')).login,
  },
  {
    name: 'logout',
    summary: 'end the login at a remote server',
    load: async () => (await import('./logout/logout.js')).logout,
  },
  {
    name: 'proxy',
    summary: 'run an MCP server behind the firewall',
    load: async () => (await import('./proxy/proxy.js')).proxy,
  },
  {
    name: 'serve',
    summary: 'let agents ask before they act: our own MCP server',
    load: async () => (await import('./serve/serve.js')).serve,
  },
  {
    name: 'gateway',
    summary: 'run the firewall in front of many remote servers for many callers',
    load: async () => (await import('./gateway/index.js')).gateway,
  },
  {
    name: 'detect',
    summary: 'find injections, secrets, personal data and forbidden destinations in texts',
    load: async () => (await import('./detect/index.js')).detect,
  },
  {
    name: 'completion',
    summary: 'complete commands in your shell',
    load: async () => (await import('./completion/completion.js')).completion,
  },
];
