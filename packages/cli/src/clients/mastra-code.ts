// Mastra Code.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const mastraCode: Client = {
  name: 'mastra-code',
  title: 'Mastra Code',
  app: 'terminal',
  user: ({ home }) => [home('.mastracode', 'mcp.json')],
  project: ['.mastracode/mcp.json'],
  servers: [mcpServers],
};
