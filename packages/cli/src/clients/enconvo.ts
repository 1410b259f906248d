// Enconvo.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const enconvo: Client = {
  name: 'enconvo',
  title: 'Enconvo',
  app: 'desktop',
  user: ({ home }) => [home('.config', 'enconvo', 'mcp_config.json')],
  project: [],
  servers: [mcpServers],
};
