// Windsurf in the IDEs of JetBrains.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const windsurfJetbrains: Client = {
  name: 'windsurf-jetbrains',
  title: 'Windsurf for JetBrains',
  app: 'desktop',
  user: ({ home }) => [home('.codeium', 'mcp_config.json')],
  project: [],
  servers: [mcpServers],
};
