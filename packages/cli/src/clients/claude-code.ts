// Claude Code. One file holds the servers of the user and, under `projects`, those of the user in one folder.

import { loginShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const claudeCode: Client = {
  name: 'claude-code',
  title: 'Claude Code',
  app: 'terminal',
  user: ({ named, join }) => [join(named('CLAUDE_CONFIG_DIR'), '.claude.json')],
  project: ['.mcp.json'],
  servers: [
    { ...mcpServers, shape: loginShape, stdioType: 'stdio' },
    {
      at: ['projects', '*', 'mcpServers'],
      shape: loginShape,
      local: true,
      stdioType: 'stdio',
    },
  ],
};
