// Amazon Q on the command line: one file for each agent, and the older file for all.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const amazonQCli: Client = {
  name: 'amazon-q-cli',
  title: 'Amazon Q CLI',
  app: 'terminal',
  user: ({ home }) => [home('.aws', 'amazonq', 'cli-agents', '*.json'), home('.aws', 'amazonq', 'mcp.json')],
  project: ['.amazonq/mcp.json'],
  servers: [mcpServers],
};
