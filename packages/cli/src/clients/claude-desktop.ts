// Claude Desktop. Its extensions (bundles) and its connectors are kept elsewhere and cannot be reached by editing a file.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const claudeDesktop: Client = {
  name: 'claude-desktop',
  title: 'Claude Desktop',
  app: 'desktop',
  // Builds for Linux are by others, and not all of them write it with a capital.
  user: ({ platform, application }) =>
    (platform === 'linux' ? ['Claude', 'claude'] : ['Claude']).map((folder) =>
      application(folder, 'claude_desktop_config.json'),
    ),
  project: [],
  servers: [mcpServers],
};
