// Continue. Its servers are a list of entries with a `name`.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const continueDev: Client = {
  name: 'continue',
  title: 'Continue',
  app: 'desktop',
  user: ({ home }) => [home('.continue', 'config.yaml')],
  project: [],
  servers: [mcpServers],
};
