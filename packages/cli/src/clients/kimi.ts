// Kimi, with both places that are known.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const kimi: Client = {
  name: 'kimi',
  title: 'Kimi',
  app: 'terminal',
  user: ({ home, named, join }) => [
    home('.kimi', 'mcp.json'),
    join(named('KIMI_CODE_HOME', '.kimi-code'), 'mcp.json'),
  ],
  project: ['.kimi-code/mcp.json'],
  servers: [mcpServers],
};
