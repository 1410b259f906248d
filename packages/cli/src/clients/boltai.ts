// BoltAI.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const boltai: Client = {
  name: 'boltai',
  title: 'BoltAI',
  app: 'desktop',
  user: ({ home }) => [home('.boltai', 'mcp.json')],
  project: [],
  servers: [mcpServers],
};
