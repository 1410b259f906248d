// Cline on the command line.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const clineCli: Client = {
  name: 'cline-cli',
  title: 'Cline CLI',
  app: 'terminal',
  user: ({ named, join }) => [
    join(named('CLINE_DIR', '.cline'), 'data', 'settings', 'cline_mcp_settings.json'),
  ],
  project: [],
  servers: [mcpServers],
};
