// JetBrains Air. Its files belong to projects; what it keeps for the user is out of reach.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const jetbrainsAir: Client = {
  name: 'jetbrains-air',
  title: 'JetBrains Air',
  app: 'desktop',
  user: () => [],
  project: ['.air/mcp.json', '.mcp.json'],
  servers: [mcpServers],
};
