// Trae.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const trae: Client = {
  name: 'trae',
  title: 'Trae',
  app: 'desktop',
  user: ({ application }) => [application('Trae', 'User', 'mcp.json')],
  project: [],
  servers: [mcpServers],
};
