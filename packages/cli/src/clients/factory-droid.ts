// Factory Droid.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const factoryDroid: Client = {
  name: 'factory-droid',
  title: 'Factory Droid',
  app: 'terminal',
  user: ({ home }) => [home('.factory', 'mcp.json')],
  project: [],
  servers: [mcpServers],
};
