// Cline, an extension of VS Code and its relatives.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const cline: Client = {
  name: 'cline',
  title: 'Cline',
  app: 'desktop',
  user: ({ application }) =>
    ['Code', 'Code - Insiders', 'Cursor'].map((editor) =>
      application(
        editor,
        'User',
        'globalStorage',
        'saoudrizwan.claude-dev',
        'settings',
        'cline_mcp_settings.json',
      ),
    ),
  project: [],
  servers: [mcpServers],
};
