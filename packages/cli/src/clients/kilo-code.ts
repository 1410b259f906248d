// Kilo Code. It spells servers as opencode does.

import type { Client } from './client.js';
import { mcpCommandLists } from './lists.js';

export const kiloCode: Client = {
  name: 'kilo-code',
  title: 'Kilo Code',
  app: 'terminal',
  user: ({ config }) => [config('kilo', 'kilo.json'), config('kilo', 'kilo.jsonc')],
  project: ['kilo.json', 'kilo.jsonc', '.kilo/kilo.json', '.kilo/kilo.jsonc'],
  servers: mcpCommandLists,
};
