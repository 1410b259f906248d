// Crush.

import { usualShape } from '../wrap/shape.js';
import type { Client } from './client.js';

export const crush: Client = {
  name: 'crush',
  title: 'Crush',
  app: 'terminal',
  user: ({ configOrLocal }) => [configOrLocal('crush', 'crush.json')],
  project: ['.crush.json'],
  servers: [{ at: ['mcp'], shape: usualShape, stdioType: 'stdio' }],
};
