// Warp. Its file may also hold the servers without a key around them.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const warp: Client = {
  name: 'warp',
  title: 'Warp',
  app: 'desktop',
  user: ({ home }) => [home('.warp', '.mcp.json')],
  project: ['.warp/.mcp.json'],
  servers: [mcpServers, { at: [], shape: usualShape }],
};
