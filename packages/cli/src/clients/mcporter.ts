// mcporter. It calls an address `baseUrl`, too.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

const { shape } = mcpServers;

export const mcporter: Client = {
  name: 'mcporter',
  title: 'mcporter',
  app: 'terminal',
  user: ({ home }) => [home('.mcporter', 'mcporter.json')],
  project: ['config/mcporter.json'],
  servers: [{ ...mcpServers, shape: { ...shape, remote: [...shape.remote, 'baseUrl'] } }],
};
