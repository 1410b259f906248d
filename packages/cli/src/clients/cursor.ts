// Cursor.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const cursor: Client = {
  name: 'cursor',
  title: 'Cursor',
  app: 'desktop',
  user: ({ home }) => [home('.cursor', 'mcp.json')],
  project: ['.cursor/mcp.json'],
  servers: [mcpServers],
};
