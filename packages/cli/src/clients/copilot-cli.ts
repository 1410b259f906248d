// GitHub Copilot on the command line. It calls a server that it starts itself `local`.

import type { Client } from './client.js';
import { mcpServers } from './lists.js';

export const copilotCli: Client = {
  name: 'copilot-cli',
  title: 'GitHub Copilot CLI',
  app: 'terminal',
  user: ({ named, join }) => [join(named('COPILOT_HOME', '.copilot'), 'mcp-config.json')],
  project: ['.mcp.json', '.github/mcp.json'],
  servers: [{ ...mcpServers, stdioType: 'local' }],
};
