// All supported clients, in the order in which `scan` and `wrap` list them. To add a client, add an entry here and a
// sample of its configuration file in `fixtures/clients`.

import { codexShape, gooseShape, listShape, loginShape, usualShape } from '../../wrap/entry-shape.js';
import type { Client, ServerList } from './client.js';

const mcpServers: ServerList = { at: ['mcpServers'], shape: usualShape };
const servers: ServerList = { at: ['servers'], shape: usualShape };
const tomlServers: ServerList = { at: ['mcp_servers'], shape: usualShape };
const mcpCommandLists: readonly ServerList[] = [
  { at: ['mcp'], shape: listShape, stdioType: 'local' },
  { at: ['mcp', 'servers'], shape: listShape, stdioType: 'local' },
];

/** The configuration files in the server folder of Continue. */
const blockFiles = ['*.yaml', '*.yml', '*.json'];

export const clients: readonly Client[] = [
  // Extensions (bundles) and connectors of this client are not stored in this file and cannot be wrapped.
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    app: 'desktop',
    // Builds for Linux are unofficial and spell the folder with or without a capital letter.
    user: ({ platform, application }) =>
      (platform === 'linux' ? ['Claude', 'claude'] : ['Claude']).map((folder) =>
        application(folder, 'claude_desktop_config.json'),
      ),
    project: [],
    servers: [mcpServers],
  },
  // One file holds the servers for all folders and, under `projects`, those for a single folder.
  {
    name: 'claude-code',
    title: 'Claude Code',
    app: 'terminal',
    user: ({ named, join }) => [join(named('CLAUDE_CONFIG_DIR'), '.claude.json')],
    project: ['.mcp.json'],
    servers: [
      { ...mcpServers, shape: loginShape, stdioType: 'stdio' },
      {
        at: ['projects', '*', 'mcpServers'],
        shape: loginShape,
        local: true,
        stdioType: 'stdio',
      },
    ],
  },
  {
    name: 'cursor',
    title: 'Cursor',
    app: 'desktop',
    user: ({ home }) => [home('.cursor', 'mcp.json')],
    project: ['.cursor/mcp.json'],
    servers: [mcpServers],
  },
  // There is a stable and an Insiders edition. Older versions store servers under `mcp` in the settings.
  {
    name: 'vscode',
    title: 'Visual Studio Code',
    app: 'desktop',
    user: ({ application }) =>
      ['Code', 'Code - Insiders'].flatMap((edition) =>
        ['mcp.json', 'settings.json'].map((file) => application(edition, 'User', file)),
      ),
    project: ['.vscode/mcp.json', '.vscode/settings.json', '.mcp.json'],
    servers: [
      { ...servers, stdioType: 'stdio' },
      { at: ['mcp', 'servers'], shape: usualShape, stdioType: 'stdio' },
      { at: ['mcp.servers'], shape: usualShape, stdioType: 'stdio' },
      { ...mcpServers, stdioType: 'stdio' },
    ],
  },
  // The folder of VS Code on the remote machine of an SSH or container connection.
  {
    name: 'vscode-server',
    title: 'Visual Studio Code Server',
    app: 'terminal',
    user: ({ home }) => [home('.vscode-server', 'data', 'User', 'mcp.json')],
    project: [],
    servers: [servers],
  },
  // The `type` of a stdio server is `local`.
  {
    name: 'copilot-cli',
    title: 'GitHub Copilot CLI',
    app: 'terminal',
    user: ({ named, join }) => [join(named('COPILOT_HOME', '.copilot'), 'mcp-config.json')],
    project: ['.mcp.json', '.github/mcp.json'],
    servers: [{ ...mcpServers, stdioType: 'local' }],
  },
  // The location is known on Windows only.
  {
    name: 'copilot-jetbrains',
    title: 'GitHub Copilot for JetBrains',
    app: 'desktop',
    user: ({ platform, configOrLocal }) =>
      platform === 'win32' ? [configOrLocal('github-copilot', 'intellij', 'mcp.json')] : [],
    project: [],
    servers: [servers],
  },
  // The URL of a remote server is in `serverUrl`.
  {
    name: 'windsurf',
    title: 'Windsurf',
    app: 'desktop',
    user: ({ home }) => [home('.codeium', 'windsurf', 'mcp_config.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'windsurf-jetbrains',
    title: 'Windsurf for JetBrains',
    app: 'desktop',
    user: ({ home }) => [home('.codeium', 'mcp_config.json')],
    project: [],
    servers: [mcpServers],
  },
  // This is an extension of VS Code and its forks.
  {
    name: 'cline',
    title: 'Cline',
    app: 'desktop',
    user: ({ application }) =>
      ['Code', 'Code - Insiders', 'Cursor'].map((editor) =>
        application(
          editor,
          'User',
          'globalStorage',
          'saoudrizwan.claude-dev',
          'settings',
          'cline_mcp_settings.json',
        ),
      ),
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'cline-cli',
    title: 'Cline CLI',
    app: 'terminal',
    user: ({ named, join }) => [
      join(named('CLINE_DIR', '.cline'), 'data', 'settings', 'cline_mcp_settings.json'),
    ],
    project: [],
    servers: [mcpServers],
  },
  // This client is no longer developed, but still in use.
  {
    name: 'roo-code',
    title: 'Roo Code',
    app: 'desktop',
    user: ({ application }) =>
      ['Code', 'Code - Insiders', 'Cursor'].map((editor) =>
        application(
          editor,
          'User',
          'globalStorage',
          'rooveterinaryinc.roo-cline',
          'settings',
          'mcp_settings.json',
        ),
      ),
    project: ['.roo/mcp.json'],
    servers: [mcpServers],
  },
  // The command line program uses the same entries as opencode. The editor extension has its own file, with
  // `mcpServers`.
  {
    name: 'kilo-code',
    title: 'Kilo Code',
    app: 'terminal',
    user: ({ config }) => [config('kilo', 'kilo.json'), config('kilo', 'kilo.jsonc')],
    project: ['kilo.json', 'kilo.jsonc', '.kilo/kilo.json', '.kilo/kilo.jsonc', '.kilocode/mcp.json'],
    servers: [...mcpCommandLists, mcpServers],
  },
  // The servers are a list of entries with a `name`. A folder next to the file holds more servers, which may be in the
  // file format of other clients.
  {
    name: 'continue',
    title: 'Continue',
    app: 'desktop',
    user: ({ home }) => [
      home('.continue', 'config.yaml'),
      ...blockFiles.map((name) => home('.continue', 'mcpServers', name)),
    ],
    project: blockFiles.map((name) => `.continue/mcpServers/${name}`),
    servers: [mcpServers],
  },
  // The servers are in the general settings file, as `context_servers`.
  {
    name: 'zed',
    title: 'Zed',
    app: 'desktop',
    user: ({ platform, config, configOrRoaming }) =>
      platform === 'win32' ? [configOrRoaming('Zed', 'settings.json')] : [config('zed', 'settings.json')],
    project: ['.zed/settings.json'],
    servers: [{ at: ['context_servers'], shape: usualShape }],
  },
  // The command line program and the IDE use the same file.
  {
    name: 'codex',
    title: 'Codex',
    app: 'terminal',
    user: ({ named, join }) => [join(named('CODEX_HOME', '.codex'), 'config.toml')],
    project: ['.codex/config.toml'],
    servers: [{ ...tomlServers, shape: codexShape }],
  },
  // `httpUrl` is the URL of a Streamable HTTP server, `url` that of an HTTP+SSE server. `mcp.serverCommand` is the
  // command line of one additional server.
  {
    name: 'gemini-cli',
    title: 'Gemini CLI',
    app: 'terminal',
    user: ({ home }) => [home('.gemini', 'settings.json')],
    project: ['.gemini/settings.json'],
    servers: [
      { ...mcpServers, shape: loginShape },
      {
        at: [],
        only: 'mcp',
        shape: { ...usualShape, command: 'serverCommand', args: undefined, remote: [] },
      },
    ],
  },
  // Both locations are in use; the URL of a remote server is in `serverUrl`.
  {
    name: 'antigravity',
    title: 'Antigravity',
    app: 'desktop',
    user: ({ home }) => [
      home('.gemini', 'antigravity', 'mcp_config.json'),
      home('.gemini', 'config', 'mcp_config.json'),
    ],
    project: [],
    servers: [mcpServers],
  },
  // Older versions use the second path.
  {
    name: 'lm-studio',
    title: 'LM Studio',
    app: 'desktop',
    user: ({ home }) => [home('.lmstudio', 'mcp.json'), home('.cache', 'lm-studio', 'mcp.json')],
    project: [],
    servers: [mcpServers],
  },
  // This client calls servers extensions. Built-in extensions have no command.
  {
    name: 'goose',
    title: 'Goose',
    app: 'terminal',
    user: ({ platform, config, configOrRoaming }) =>
      platform === 'win32'
        ? [configOrRoaming('Block', 'goose', 'config', 'config.yaml')]
        : [config('goose', 'config.yaml')],
    project: [],
    servers: [{ at: ['extensions'], shape: gooseShape, stdioType: 'stdio' }],
  },
  // There is one file per agent, and an older file for all agents.
  {
    name: 'amazon-q-cli',
    title: 'Amazon Q CLI',
    app: 'terminal',
    user: ({ home }) => [
      home('.aws', 'amazonq', 'cli-agents', '*.json'),
      home('.aws', 'amazonq', 'mcp.json'),
    ],
    project: ['.amazonq/mcp.json'],
    servers: [mcpServers],
  },
  {
    name: 'amazon-q-ide',
    title: 'Amazon Q IDE',
    app: 'desktop',
    user: ({ home }) => [home('.aws', 'amazonq', 'agents', 'default.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'kiro',
    title: 'Kiro',
    app: 'desktop',
    user: ({ home }) => [home('.kiro', 'settings', 'mcp.json')],
    project: ['.kiro/settings/mcp.json'],
    servers: [mcpServers],
  },
  // The command is a list, and the environment variables are in `environment`.
  {
    name: 'opencode',
    title: 'opencode',
    app: 'terminal',
    user: ({ config }) => [config('opencode', 'opencode.json'), config('opencode', 'opencode.jsonc')],
    project: ['opencode.json', 'opencode.jsonc', '.opencode/opencode.json', '.opencode/opencode.jsonc'],
    servers: mcpCommandLists.map((list) => ({ ...list, shape: { ...listShape, login: 'oauth' } })),
  },
  // The dot is part of the key.
  {
    name: 'amp',
    title: 'Amp',
    app: 'terminal',
    user: ({ configOrRoaming }) => [configOrRoaming('amp', 'settings.json')],
    project: [],
    servers: [{ at: ['amp.mcpServers'], shape: usualShape }],
  },
  // The servers may also be at the top level of the file.
  {
    name: 'warp',
    title: 'Warp',
    app: 'desktop',
    user: ({ home }) => [home('.warp', '.mcp.json')],
    project: ['.warp/.mcp.json'],
    servers: [mcpServers, { at: [], shape: usualShape }],
  },
  // Only project files can be edited; the user's servers are not stored in a file.
  {
    name: 'jetbrains-air',
    title: 'JetBrains Air',
    app: 'desktop',
    user: () => [],
    project: ['.air/mcp.json', '.mcp.json'],
    servers: [mcpServers],
  },
  {
    name: 'crush',
    title: 'Crush',
    app: 'terminal',
    user: ({ configOrLocal }) => [configOrLocal('crush', 'crush.json')],
    project: ['.crush.json'],
    servers: [{ at: ['mcp'], shape: usualShape, stdioType: 'stdio' }],
  },
  {
    name: 'trae',
    title: 'Trae',
    app: 'desktop',
    user: ({ application }) => [application('Trae', 'User', 'mcp.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'qoder',
    title: 'Qoder',
    app: 'desktop',
    user: ({ platform, home, configOrRoaming }) =>
      platform === 'win32'
        ? [configOrRoaming('Qoder', 'SharedClientCache', 'mcp.json')]
        : [home('.qoder', 'mcp.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'factory-droid',
    title: 'Factory Droid',
    app: 'terminal',
    user: ({ home }) => [home('.factory', 'mcp.json')],
    project: [],
    servers: [mcpServers],
  },
  // Both locations are in use.
  {
    name: 'kimi',
    title: 'Kimi',
    app: 'terminal',
    user: ({ home, named, join }) => [
      home('.kimi', 'mcp.json'),
      join(named('KIMI_CODE_HOME', '.kimi-code'), 'mcp.json'),
    ],
    project: ['.kimi-code/mcp.json'],
    servers: [mcpServers],
  },
  // The servers are an array of tables or named tables.
  {
    name: 'mistral-vibe',
    title: 'Mistral Vibe',
    app: 'terminal',
    user: ({ home }) => [home('.vibe', 'config.toml')],
    project: [],
    servers: [tomlServers],
  },
  {
    name: 'grok-build',
    title: 'Grok Build',
    app: 'terminal',
    user: ({ named, join }) => [join(named('GROK_HOME', '.grok'), 'config.toml')],
    project: ['.grok/config.toml'],
    servers: [tomlServers],
  },
  {
    name: 'mastra-code',
    title: 'Mastra Code',
    app: 'terminal',
    user: ({ home }) => [home('.mastracode', 'mcp.json')],
    project: ['.mastracode/mcp.json'],
    servers: [mcpServers],
  },
  {
    name: 'pi',
    title: 'Pi',
    app: 'terminal',
    user: ({ home }) => [home('.pi', 'agent', 'mcp.json')],
    project: ['.pi/mcp.json'],
    servers: [mcpServers],
  },
  {
    name: 'fx',
    title: 'fx',
    app: 'terminal',
    user: ({ home }) => [home('.fx', 'mcp.json')],
    project: [],
    servers: [{ at: ['mcp'], shape: usualShape }],
  },
  // The URL may be in `baseUrl` instead.
  {
    name: 'mcporter',
    title: 'mcporter',
    app: 'terminal',
    user: ({ home }) => [home('.mcporter', 'mcporter.json')],
    project: ['config/mcporter.json'],
    servers: [{ ...mcpServers, shape: { ...usualShape, remote: [...usualShape.remote, 'baseUrl'] } }],
  },
  {
    name: 'sema4ai-studio',
    title: 'Sema4.ai Studio',
    app: 'desktop',
    user: ({ platform, home, configOrLocal }) =>
      platform === 'win32'
        ? [configOrLocal('sema4ai', 'sema4ai-studio', 'mcp_servers.json')]
        : [home('.sema4ai', 'sema4ai-studio', 'mcp_servers.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'boltai',
    title: 'BoltAI',
    app: 'desktop',
    user: ({ home }) => [home('.boltai', 'mcp.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'tome',
    title: 'Tome',
    app: 'desktop',
    user: ({ home }) => [home('.tome', 'mcp_config.json')],
    project: [],
    servers: [mcpServers],
  },
  // The servers are in the general settings file.
  {
    name: 'witsy',
    title: 'Witsy',
    app: 'desktop',
    user: ({ application }) => [application('Witsy', 'settings.json')],
    project: [],
    servers: [mcpServers],
  },
  {
    name: 'enconvo',
    title: 'Enconvo',
    app: 'desktop',
    user: ({ home }) => [home('.config', 'enconvo', 'mcp_config.json')],
    project: [],
    servers: [mcpServers],
  },
  // This is a self-hosted web application; the file is in its installation folder.
  {
    name: 'librechat',
    title: 'LibreChat',
    app: 'desktop',
    user: () => [],
    project: ['librechat.yaml'],
    servers: [mcpServers],
  },
];
