// Defines the servers that proofs run, and adds the proxy to a command.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = new URL('../../', import.meta.url);
const path = (relative) => fileURLToPath(new URL(relative, root));

const cli = new URL('packages/cli/', root);
const { bin } = JSON.parse(readFileSync(new URL('package.json', cli), 'utf8'));
/** The path of the built program. */
export const program = fileURLToPath(new URL(bin.clawdefender, cli));

/** Returns the command that starts the server behind the built `clawdefender proxy`. */
export const throughProxy = ([command, ...args]) => [
  process.execPath,
  program,
  'proxy',
  '--',
  command,
  ...args,
];

export const fixturesFolder = path('fixtures');

const node = (file, ...args) => [process.execPath, path(`fixtures/${file}`), ...args];
const reference = (name, ...args) =>
  node(`node_modules/@modelcontextprotocol/${name}/dist/index.js`, ...args);

export const script = (...args) => node('servers/script.mjs', ...args);
export const everything = () => reference('server-everything', 'stdio');
export const filesystem = (folder) => reference('server-filesystem', folder);
export const memory = () => reference('server-memory');
export const fastmcp = () => node('servers/fastmcp.mjs');
export const dualEra = () => node('servers/dual-era.mjs');
