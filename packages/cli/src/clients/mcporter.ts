// mcporter.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const mcporter: Client = {
  name: 'mcporter',
  title: 'mcporter',
  app: 'terminal',
  user: ({ home }) => [home('.mcporter', 'mcporter.json')],
  project: ['config/mcporter.json'],
  servers: [mcpServers],
};
