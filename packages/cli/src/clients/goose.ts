// Goose. Servers are extensions; those that are built in have no command.

import { gooseShape } from '../wrap/shape.js';
import type { Client } from './client.js';

export const goose: Client = {
  name: 'goose',
  title: 'Goose',
  app: 'terminal',
  user: ({ platform, config, configOrRoaming }) =>
    platform === 'win32'
      ? [configOrRoaming('Block', 'goose', 'config', 'config.yaml')]
      : [config('goose', 'config.yaml')],
  project: [],
  servers: [{ at: ['extensions'], shape: gooseShape, stdioType: 'stdio' }],
};
