// GitHub Copilot in the IDEs of JetBrains. Its place is known on Windows only.

import type { Client } from './client.js';
import { servers } from './lists.js';

export const copilotJetbrains: Client = {
  name: 'copilot-jetbrains',
  title: 'GitHub Copilot for JetBrains',
  app: 'desktop',
  user: ({ platform, configOrLocal }) =>
    platform === 'win32' ? [configOrLocal('github-copilot', 'intellij', 'mcp.json')] : [],
  project: [],
  servers: [servers],
};
