// Pi.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const pi: Client = {
  name: 'pi',
  title: 'Pi',
  app: 'terminal',
  user: ({ home }) => [home('.pi', 'agent', 'mcp.json')],
  project: ['.pi/mcp.json'],
  servers: [mcpServers],
};
