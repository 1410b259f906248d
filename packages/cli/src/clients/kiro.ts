// Kiro.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const kiro: Client = {
  name: 'kiro',
  title: 'Kiro',
  app: 'desktop',
  user: ({ home }) => [home('.kiro', 'settings', 'mcp.json')],
  project: ['.kiro/settings/mcp.json'],
  servers: [mcpServers],
};
