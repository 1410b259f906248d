// Windsurf. The address of a remote server is called `serverUrl`.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const windsurf: Client = {
  name: 'windsurf',
  title: 'Windsurf',
  app: 'desktop',
  user: ({ home }) => [home('.codeium', 'windsurf', 'mcp_config.json')],
  project: [],
  servers: [mcpServers],
};
