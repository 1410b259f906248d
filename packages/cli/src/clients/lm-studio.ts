// LM Studio, with the place that older versions used.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const lmStudio: Client = {
  name: 'lm-studio',
  title: 'LM Studio',
  app: 'desktop',
  user: ({ home }) => [home('.lmstudio', 'mcp.json'), home('.cache', 'lm-studio', 'mcp.json')],
  project: [],
  servers: [mcpServers],
};
