// LibreChat. It is a server of its own; its file lies where it was installed.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const librechat: Client = {
  name: 'librechat',
  title: 'LibreChat',
  app: 'desktop',
  user: () => [],
  project: ['librechat.yaml'],
  servers: [mcpServers],
};
