// Claude Code. One file holds the servers of the user and, under `projects`, those of the user in one folder.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  app: 'terminal',
  user: ({ named, join }) => [join(named('CLAUDE_CONFIG_DIR'), '.claude.json')],
  project: ['.mcp.json'],
  servers: [
    { ...mcpServers, stdioType: 'stdio' },
    { ...mcpServers, at: ['projects', '*', 'mcpServers'], local: true, stdioType: 'stdio' },
  ],
};
