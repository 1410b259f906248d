// Grok Build.

import type { Client } from './client.js';
import { tomlServers } from './lists.js';

export const grokBuild: Client = {
  name: 'grok-build',
  title: 'Grok Build',
  app: 'terminal',
  user: ({ named, join }) => [join(named('GROK_HOME', '.grok'), 'config.toml')],
  project: ['.grok/config.toml'],
  servers: [tomlServers],
};
