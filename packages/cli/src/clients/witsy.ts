// Witsy. Servers stand among all other settings.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const witsy: Client = {
  name: 'witsy',
  title: 'Witsy',
  app: 'desktop',
  user: ({ application }) => [application('Witsy', 'settings.json')],
  project: [],
  servers: [mcpServers],
};
