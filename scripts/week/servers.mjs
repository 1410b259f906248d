// Defines the ten servers of the week and how many of the 2,000 calls each of them gets.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { serverTools } from '../prove/tools.mjs';
import { browse } from './traffic/browser.mjs';
import { tryEverything } from './traffic/everything.mjs';
import { fetchPages } from './traffic/fetch.mjs';
import { workOnFiles } from './traffic/filesystem.mjs';
import { workWithGit } from './traffic/git.mjs';
import { takeNotes } from './traffic/memory.mjs';
import { useRedis } from './traffic/redis.mjs';
import { think } from './traffic/sequential-thinking.mjs';
import { querySqlite } from './traffic/sqlite.mjs';
import { askForTimes } from './traffic/time.mjs';

const node = (path, ...args) => ({
  command: process.execPath,
  args: [join(serverTools, 'node_modules', path), ...args],
});

/** Returns the commands of the servers, and starts the processes that they need. */
export async function startServers(folder, websites) {
  const port = await freePort();
  const redis = spawn('redis-server', ['--port', String(port), '--bind', '127.0.0.1', '--save', '']);
  await once(redis.stdout, 'data');
  const resolver = `--host-resolver-rules=${websites.resolverRules}`;
  const list = [
    {
      name: 'filesystem',
      calls: 420,
      traffic: workOnFiles,
      command: (project) => node('@modelcontextprotocol/server-filesystem/dist/index.js', project),
    },
    {
      name: 'git',
      calls: 320,
      traffic: workWithGit,
      command: () => ({
        ...node('@cyanheads/git-mcp-server/dist/index.js'),
        env: { MCP_LOG_LEVEL: 'error', GIT_SIGN_COMMITS: 'false' },
      }),
    },
    {
      name: 'memory',
      calls: 160,
      traffic: takeNotes,
      command: () => ({
        ...node('@modelcontextprotocol/server-memory/dist/index.js'),
        env: { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') },
      }),
    },
    {
      name: 'sqlite',
      calls: 220,
      traffic: querySqlite,
      command: () => node('mcp-server-sqlite-npx/dist/index.js', join(folder, 'shop.db')),
    },
    {
      name: 'browser',
      calls: 260,
      traffic: browse,
      command: () =>
        node('@playwright/mcp/cli.js', '--config', websites.browserConfig(folder, resolver), '--isolated'),
    },
    {
      name: 'fetch',
      calls: 180,
      traffic: fetchPages,
      command: () => ({
        command: process.execPath,
        args: ['--import', websites.preload, ...node('@tokenizin/mcp-npx-fetch/dist/index.js').args],
      }),
    },
    {
      name: 'everything',
      calls: 100,
      traffic: tryEverything,
      command: () => node('@modelcontextprotocol/server-everything/dist/index.js', 'stdio'),
    },
    { name: 'time', calls: 80, traffic: askForTimes, command: () => node('time-mcp/dist/index.js') },
    {
      name: 'sequential-thinking',
      calls: 120,
      traffic: think,
      command: () => node('@modelcontextprotocol/server-sequential-thinking/dist/index.js'),
    },
    {
      name: 'redis',
      calls: 140,
      traffic: useRedis,
      command: () => node('@modelcontextprotocol/server-redis/dist/index.js', `redis://127.0.0.1:${port}`),
    },
  ];
  return { list, stop: () => redis.kill() };
}

async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  return port;
}
