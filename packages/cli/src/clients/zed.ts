// Zed. Servers are called context servers and stand among all other settings.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';

export const zed: Client = {
  name: 'zed',
  title: 'Zed',
  app: 'desktop',
  user: ({ platform, config, configOrRoaming }) =>
    platform === 'win32' ? [configOrRoaming('Zed', 'settings.json')] : [config('zed', 'settings.json')],
  project: ['.zed/settings.json'],
  servers: [{ at: ['context_servers'], shape: usualShape }],
};
