// Takes screenshots of the dashboard with real proxies: `node scripts/screenshots.mjs [FOLDER]`. Run `pnpm build`
// first. Without a folder, the three screenshots in the README are replaced.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { adminToken, startGateway } from './screenshots/gateway.mjs';
import { writeHistory } from './screenshots/history.mjs';
import { Client, policy, work } from './screenshots/traffic.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(root, 'packages/cli/package.json'))('playwright-core');
const program = join(root, 'packages/cli/dist/main.cjs');
const [folder] = process.argv.slice(2);
const target = folder ?? join(root, 'docs/images');
mkdirSync(target, { recursive: true });

const sizes = {
  light: { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  dark: { viewport: { width: 1440, height: 900 }, colorScheme: 'dark' },
  phone: { viewport: { width: 390, height: 844 }, colorScheme: 'dark', isMobile: true, hasTouch: true },
  wide: { viewport: { width: 1600, height: 1000 }, colorScheme: 'dark' },
};
const views = [
  { name: 'overview', hash: '#/overview' },
  {
    name: 'events',
    hash: '#/events',
    act: (page) => page.locator('#events button', { hasText: 'denied' }).first().click(),
  },
  { name: 'approvals', hash: '#/approvals' },
  { name: 'policy', hash: '#/policy' },
  {
    name: 'playground',
    hash: '#/policy?tab=try',
    act: (page) => page.getByRole('button', { name: 'Explain' }).click(),
  },
  { name: 'editor', hash: '#/policy?tab=edit' },
  { name: 'tools', hash: '#/tools' },
  { name: 'threats', hash: '#/threats' },
  {
    name: 'kill-switch',
    hash: '#/overview',
    act: (page) => page.getByRole('button', { name: 'Kill switch' }).click(),
  },
];
const gatewayViews = [
  { name: 'gateway-proxies', tab: 'proxies' },
  { name: 'gateway-rules', tab: 'proxies', press: 'Rules' },
  { name: 'gateway-proxy', tab: 'proxies', press: 'Edit' },
  { name: 'gateway-keys', tab: 'keys' },
  { name: 'gateway-key', tab: 'keys', press: 'New key' },
  { name: 'gateway-resources', tab: 'resources' },
  { name: 'gateway-bans', tab: 'bans' },
];
/** The screenshots in the README. */
const chosen = [
  { view: 'overview', size: 'dark', file: 'dashboard-overview.png' },
  { view: 'events', size: 'light', file: 'dashboard-events.png' },
  { view: 'approvals', size: 'light', file: 'dashboard-approvals.png' },
];

const home = mkdtempSync(join(tmpdir(), 'claw-screenshots-'));
writeFileSync(join(home, 'policy.toml'), policy, { mode: 0o600 });
await writeHistory(home);
configureClient(home);
const dashboard = spawn(process.execPath, [program, 'dashboard', '--port', '0', '--json'], {
  env: { ...process.env, CLAWDEFENDER_HOME: home, HOME: home },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const clients = {
  files: new Client({ name: 'Claude Code', role: 'files', home }),
  github: new Client({ name: 'Cursor', role: 'github', home }),
  browser: new Client({ name: 'Claude Desktop', role: 'browser', home }),
};
const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => spawnSync('which', [name]).stdout.toString().trim())
  .find((path) => path !== '');
const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
try {
  const [first] = await once(dashboard.stdout, 'data');
  const { url } = JSON.parse(String(first));
  const origin = new URL(url).origin;
  const context = await browser.newContext(sizes.light);
  const page = await context.newPage();
  page.on('pageerror', ({ message }) => console.error(`page: ${message}`));
  page.on('console', (message) => message.type() === 'error' && console.error(`console: ${message.text()}`));
  await page.goto(url);
  await page.getByText('live', { exact: true }).waitFor();
  for (const client of Object.values(clients)) await client.open();
  await work(clients);
  // The server restarts with other tools.
  await clients.browser.close();
  clients.browser = new Client({ name: 'Claude Desktop', role: 'browser', home, variant: 'poisoned' });
  await clients.browser.open();
  void clients.files.call('delete_file', { path: '/srv/shop/data/customers.db' });
  void clients.github.call('merge_pull_request', { number: '482' });
  const key = await page.evaluate(() => localStorage.getItem('clawdefender-page'));
  const cookies = await context.cookies();
  for (const [size, options] of Object.entries(sizes)) {
    const sized = await browser.newContext({ ...options, deviceScaleFactor: 1 });
    await sized.addCookies(cookies);
    const tab = await sized.newPage();
    await tab.addInitScript((value) => localStorage.setItem('clawdefender-page', value), key);
    tab.on('pageerror', ({ message }) => console.error(`page: ${message}`));
    for (const { name, hash, act } of views) {
      const pictures = chosen.filter((picture) => picture.view === name && picture.size === size);
      if (folder === undefined && pictures.length === 0) continue;
      await tab.goto(`${origin}/${hash}`);
      await tab.getByText('live', { exact: true }).waitFor();
      await tab.waitForLoadState('networkidle').catch(() => {});
      for (let count = 0; count < 2; count++)
        await clients.files.call('read_file', { path: `/srv/shop/${count}.ts` });
      await act?.(tab);
      await tab.waitForTimeout(2200);
      const paths = folder === undefined ? pictures.map(({ file }) => file) : [`${name}-${size}.png`];
      for (const path of paths) await tab.screenshot({ path: join(target, path) });
    }
    await sized.close();
  }
  if (folder !== undefined) await pictureGateway();
} finally {
  await browser.close();
  await Promise.all(Object.values(clients).map((client) => client.close()));
  dashboard.kill();
  await once(dashboard, 'exit');
  rmSync(home, { recursive: true, force: true });
}

/** Configures a client with three servers behind the firewall and one that is not. */
function configureClient(folder) {
  const names = ['files', 'github', 'browser', 'weather'];
  const servers = names.map((name) => [name, { command: 'npx', args: ['-y', `${name}-mcp@1.0.0`] }]);
  mkdirSync(join(folder, '.cursor'));
  const file = join(folder, '.cursor', 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: Object.fromEntries(servers) }));
  const words = [program, 'wrap', ...names.slice(0, 3), '--client', 'cursor'];
  const env = { ...process.env, CLAWDEFENDER_HOME: folder, HOME: folder };
  const { status, stderr } = spawnSync(process.execPath, words, { env });
  if (status !== 0) throw new Error(String(stderr));
}

/** Takes the screenshots of the gateway pages with a separate gateway. */
async function pictureGateway() {
  const gatewayHome = mkdtempSync(join(tmpdir(), 'claw-screenshots-'));
  const gateway = await startGateway(gatewayHome);
  for (const [size, options] of Object.entries(sizes)) {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => console.error(`page: ${message}`));
    await page.goto(gateway.page);
    await page.screenshot({ path: join(target, `signed-out-${size}.png`) });
    await page.getByLabel('admin token').fill(adminToken);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('live', { exact: true }).waitFor();
    for (const { name, tab, press } of gatewayViews) {
      await page.goto(`${gateway.page}/#/gateway?tab=${tab}`);
      if (press !== undefined) await page.getByRole('button', { name: press, exact: true }).first().click();
      await page.waitForTimeout(600);
      await page.screenshot({ path: join(target, `${name}-${size}.png`) });
      if (press !== undefined) await page.keyboard.press('Escape');
    }
    await context.close();
  }
  await gateway.stop();
  rmSync(gatewayHome, { recursive: true, force: true });
}
