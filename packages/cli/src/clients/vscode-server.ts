// Visual Studio Code on the remote side of a connection.

import type { Client } from './client.js';
import { servers } from './lists.js';

export const vscodeServer: Client = {
  name: 'vscode-server',
  title: 'Visual Studio Code Server',
  app: 'terminal',
  user: ({ home }) => [home('.vscode-server', 'data', 'User', 'mcp.json')],
  project: [],
  servers: [servers],
};
