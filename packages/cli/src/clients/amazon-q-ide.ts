// Amazon Q in an IDE.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const amazonQIde: Client = {
  name: 'amazon-q-ide',
  title: 'Amazon Q IDE',
  app: 'desktop',
  user: ({ home }) => [home('.aws', 'amazonq', 'agents', 'default.json')],
  project: [],
  servers: [mcpServers],
};
