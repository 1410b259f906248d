// Sema4.ai Studio.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const sema4aiStudio: Client = {
  name: 'sema4ai-studio',
  title: 'Sema4.ai Studio',
  app: 'desktop',
  user: ({ platform, home, configOrLocal }) =>
    platform === 'win32'
      ? [configOrLocal('sema4ai', 'sema4ai-studio', 'mcp_servers.json')]
      : [home('.sema4ai', 'sema4ai-studio', 'mcp_servers.json')],
  project: [],
  servers: [mcpServers],
};
