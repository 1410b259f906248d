// opencode. The command is a list, and the variables are called `environment`.

import { listShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { mcpCommandLists } from './lists.js';

export const opencode: Client = {
  name: 'opencode',
  title: 'opencode',
  app: 'terminal',
  user: ({ config }) => [config('opencode', 'opencode.json'), config('opencode', 'opencode.jsonc')],
  project: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
  servers: mcpCommandLists.map((list) => ({ ...list, shape: { ...listShape, login: 'oauth' } })),
};
