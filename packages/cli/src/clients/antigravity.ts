// Antigravity. Two places are known; the address of a remote server is called `serverUrl`.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const antigravity: Client = {
  name: 'antigravity',
  title: 'Antigravity',
  app: 'desktop',
  user: ({ home }) => [
    home('.gemini', 'antigravity', 'mcp_config.json'),
    home('.gemini', 'config', 'mcp_config.json'),
  ],
  project: [],
  servers: [mcpServers],
};
