// Gemini CLI. `httpUrl` is Streamable HTTP, `url` the older transport.

import { loginShape } from '../wrap/shape.js';
import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const geminiCli: Client = {
  name: 'gemini-cli',
  title: 'Gemini CLI',
  app: 'terminal',
  user: ({ home }) => [home('.gemini', 'settings.json')],
  project: ['.gemini/settings.json'],
  servers: [{ ...mcpServers, shape: loginShape }],
};
