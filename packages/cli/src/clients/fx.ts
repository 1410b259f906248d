// fx.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';

export const fx: Client = {
  name: 'fx',
  title: 'fx',
  app: 'terminal',
  user: ({ home }) => [home('.fx', 'mcp.json')],
  project: [],
  servers: [{ at: ['mcp'], shape: usualShape }],
};
