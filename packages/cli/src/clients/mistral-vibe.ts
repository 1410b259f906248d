// Mistral Vibe. Its servers are tables of a list, or named tables.

import type { Client } from './client.js';
import { tomlServers } from './lists.js';

export const mistralVibe: Client = {
  name: 'mistral-vibe',
  title: 'Mistral Vibe',
  app: 'terminal',
  user: ({ home }) => [home('.vibe', 'config.toml')],
  project: [],
  servers: [tomlServers],
};
