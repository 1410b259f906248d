// Visual Studio Code, with its Insiders. Older versions kept servers in the settings, under `mcp`.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { mcpServers, servers } from './lists.js';

export const vscode: Client = {
  name: 'vscode',
  title: 'Visual Studio Code',
  app: 'desktop',
  user: ({ application }) =>
    ['Code', 'Code - Insiders'].flatMap((edition) =>
      ['mcp.json', 'settings.json'].map((file) => application(edition, 'User', file)),
    ),
  project: ['.vscode/mcp.json', '.mcp.json'],
  servers: [
    { ...servers, stdioType: 'stdio' },
    { at: ['mcp', 'servers'], shape: usualShape, stdioType: 'stdio' },
    { at: ['mcp.servers'], shape: usualShape, stdioType: 'stdio' },
    { ...mcpServers, stdioType: 'stdio' },
  ],
};
