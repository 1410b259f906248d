// Tome.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const tome: Client = {
  name: 'tome',
  title: 'Tome',
  app: 'desktop',
  user: ({ home }) => [home('.tome', 'mcp_config.json')],
  project: [],
  servers: [mcpServers],
};
