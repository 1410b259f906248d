// Claude Desktop. Its extensions (bundles) and its connectors are kept elsewhere and cannot be reached by editing a file.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const claudeDesktop: Client = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  app: 'desktop',
  user: ({ application }) => [application('Claude', 'claude_desktop_config.json')],
  project: [],
  servers: [mcpServers],
};
