// Qoder.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const qoder: Client = {
  name: 'qoder',
  title: 'Qoder',
  app: 'desktop',
  user: ({ platform, home, configOrRoaming }) =>
    platform === 'win32'
      ? [configOrRoaming('Qoder', 'SharedClientCache', 'mcp.json')]
      : [home('.qoder', 'mcp.json')],
  project: [],
  servers: [mcpServers],
};
