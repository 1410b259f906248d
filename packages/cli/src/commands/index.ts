// The table of all commands, in the order of the help. A command is loaded when it is called.

import type { CommandTable } from '../command-line/command.js';

export const commands: CommandTable = [
  {
    name: 'init',
    summary: 'create a policy and wrap your MCP servers',
    load: async () => (await import('./init/init.js')).init,
  },
  {
    name: 'wrap',
    summary: 'put the servers of your MCP clients behind the firewall',
    load: async () => (await import('./wrap/wrap.js')).wrap,
    // Similar firewalls are started with `wrap -- COMMAND`, so this form runs `proxy -- COMMAND`.
    loadWithSeparator: async () => (await import('./proxy/proxy.js')).proxy,
  },
  {
    name: 'unwrap',
    summary: 'undo `wrap` and restore the configuration of your MCP clients',
    load: async () => (await import('./wrap/unwrap.js')).unwrap,
  },
  {
    name: 'scan',
    summary: 'list the MCP servers on this machine and rate their risk',
    load: async () => (await import('./scan/scan.js')).scan,
  },
  {
    name: 'status',
    summary: 'show protected and unprotected servers and running proxies',
    load: async () => (await import('./status/status.js')).status,
  },
  {
    name: 'doctor',
    summary: 'find problems and show how to fix them',
    load: async () => (await import('./doctor/doctor.js')).doctor,
  },
  {
    name: 'tools',
    summary: 'review and accept changed tool definitions',
    load: async () => (await import('./tools/index.js')).tools,
  },
  {
    name: 'approvals',
    summary: 'approve or deny pending calls, list and revoke approvals',
    load: async () => (await import('./approvals/index.js')).approvals,
  },
  {
    name: 'audit',
    summary: 'follow, search, verify and export the audit log',
    load: async () => (await import('./audit/index.js')).audit,
  },
  {
    name: 'policy',
    summary: 'check, test, explain and convert policies',
    load: async () => (await import('./policy/index.js')).policy,
  },
  {
    name: 'kill',
    summary: 'turn the kill switch on or off; while it is on, every proxy denies calls',
    load: async () => (await import('./kill/index.js')).kill,
  },
  {
    name: 'dashboard',
    summary: 'open the local dashboard: events, approvals, kill switch',
    load: async () => (await import('./dashboard/dashboard.js')).dashboard,
  },
  {
    name: 'login',
    summary: 'log in to a remote server',
    load: async () => (await import('./login/login.js')).login,
  },
  {
    name: 'logout',
    summary: 'log out of a remote server',
    load: async () => (await import('./logout/logout.js')).logout,
  },
  {
    name: 'proxy',
    summary: 'run an MCP server behind the firewall',
    load: async () => (await import('./proxy/proxy.js')).proxy,
  },
  {
    name: 'serve',
    summary: 'run an MCP server that lets agents request permission before they act',
    load: async () => (await import('./serve/serve.js')).serve,
  },
  {
    name: 'gateway',
    summary: 'run the firewall in front of many remote servers for many callers',
    load: async () => (await import('./gateway/index.js')).gateway,
  },
  {
    name: 'detect',
    summary: 'find prompt injections, secrets, personal data and unsafe URLs in text',
    load: async () => (await import('./detect/index.js')).detect,
  },
  {
    name: 'completion',
    summary: 'print a completion script for your shell',
    load: async () => (await import('./completion/completion.js')).completion,
  },
];
