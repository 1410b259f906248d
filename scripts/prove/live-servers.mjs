// Runs `scan --live` with official and popular servers in locked versions from the registry. No risk may be rated too
// high, and no instruction, tool or schema may be reported as an attack.
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './commands.mjs';
import { installTools, serverTools } from './tools.mjs';

/**
 * The command line arguments that a server requires to start. With these arguments, no server connects to a service.
 */
const args = {
  '@modelcontextprotocol/server-filesystem': ['.'],
  '@modelcontextprotocol/server-postgres': ['postgres://127.0.0.1:1/none'],
  '@playwright/mcp': ['--headless'],
  '@sentry/mcp-server': ['--access-token=none'],
  'figma-developer-mcp': ['--figma-api-key=none', '--stdio'],
  'mcp-obsidian': ['.'],
};
const keys = [
  ...['BRAVE_API_KEY', 'FIRECRAWL_API_KEY', 'GITHUB_PERSONAL_ACCESS_TOKEN', 'GITLAB_PERSONAL_ACCESS_TOKEN'],
  ...['GOOGLE_MAPS_API_KEY', 'NOTION_TOKEN', 'PRIVATE_APP_ACCESS_TOKEN', 'SLACK_BOT_TOKEN', 'SLACK_TEAM_ID'],
  'TAVILY_API_KEY',
];
/** The servers that need a service, a native module or a real key to list their tools. */
const silent = [
  ...['@modelcontextprotocol/server-redis', '@stripe/mcp', '@supabase/mcp-server-supabase'],
  'mcp-server-sqlite-npx',
];

/**
 * The findings that are allowed for an unwrapped server. `shadowing` is allowed because two servers may have tools with
 * the same name.
 */
const harmless = new Set(['unprotected', 'shadowing']);
/**
 * The servers that act with the user's accounts, files, databases or browser. The risk of all others must be at most
 * medium.
 */
const powerful =
  /browser|playwright|puppeteer|devtools|filesystem|git(?:hub|lab)$|hubspot|postgres|redis|slack|stripe|supabase/;

export const proof = {
  name: 'live-servers',
  summary: 'popular servers: `scan --live` reports no attack and no risk that is too high',
  async run({ say }) {
    await installTools(say, serverTools);
    const { dependencies } = JSON.parse(await readFile(join(serverTools, 'package.json'), 'utf8'));
    const home = await mkdtemp(join(tmpdir(), 'prove-live-'));
    try {
      const items = await scan(home, Object.keys(dependencies));
      return judge(items, say);
    } finally {
      await rm(home, { recursive: true, force: true });
    }
  },
};

async function scan(home, packages) {
  const env = Object.fromEntries(keys.map((name) => [name, 'none']));
  const servers = await Promise.all(
    packages.map(async (name) => {
      const folder = join(serverTools, 'node_modules', name);
      const { bin } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8'));
      const file = typeof bin === 'string' ? bin : Object.values(bin)[0];
      return [name, { command: process.execPath, args: [join(folder, file), ...(args[name] ?? [])], env }];
    }),
  );
  await mkdir(join(home, '.cursor'));
  await writeFile(
    join(home, '.cursor/mcp.json'),
    JSON.stringify({ mcpServers: Object.fromEntries(servers) }),
  );
  const stdout = await new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [program, 'scan', '--live', '--json'],
      { cwd: home, env: { PATH: process.env.PATH, HOME: home, CLAWDEFENDER_HOME: home }, timeout: 300_000 },
      (error, output, stderr) =>
        error && error.code !== 1 ? reject(new Error(`${error.message}\n${stderr}`)) : resolve(output),
    );
  });
  return JSON.parse(stdout).items;
}

function judge(items, say) {
  const wrong = [];
  let listed = 0;
  for (const { server, risk, reasons, findings } of items) {
    const unheard = reasons.find((reason) => /did not (?:list|respond)/.test(reason));
    if (unheard === undefined) listed += 1;
    else if (!silent.includes(server)) wrong.push(`${server}: ${unheard}`);
    for (const { rule, message } of findings)
      if (!harmless.has(rule)) wrong.push(`${server}: ${rule}: ${message}`);
    if (!powerful.test(server) && risk !== 'medium' && risk !== 'low')
      wrong.push(`${server} is rated ${risk}`);
    say(`${server}: ${risk}${unheard === undefined ? '' : ', did not list its tools'}`);
  }
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
  return { servers: items.length, 'that listed their tools': listed };
}
