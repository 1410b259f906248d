// Roo Code. It is no longer developed; its files remain.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const rooCode: Client = {
  name: 'roo-code',
  title: 'Roo Code',
  app: 'desktop',
  user: ({ application }) =>
    ['Code', 'Code - Insiders', 'Cursor'].map((editor) =>
      application(
        editor,
        'User',
        'globalStorage',
        'rooveterinaryinc.roo-cline',
        'settings',
        'mcp_settings.json',
      ),
    ),
  project: ['.roo/mcp.json'],
  servers: [mcpServers],
};
