// Amp. The dot is part of the key.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';

export const amp: Client = {
  name: 'amp',
  title: 'Amp',
  app: 'terminal',
  user: ({ configOrRoaming }) => [configOrRoaming('amp', 'settings.json')],
  project: [],
  servers: [{ at: ['amp.mcpServers'], shape: usualShape }],
};
