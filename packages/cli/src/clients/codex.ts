// Codex, on the command line and in the IDE.

import { codexShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { tomlServers } from './lists.js';

export const codex: Client = {
  name: 'codex',
  title: 'Codex',
  app: 'terminal',
  user: ({ named, join }) => [join(named('CODEX_HOME', '.codex'), 'config.toml')],
  project: ['.codex/config.toml'],
  servers: [{ ...tomlServers, shape: codexShape }],
};
