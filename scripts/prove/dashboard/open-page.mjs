// Starts a dashboard of the built program and opens its page in a real browser.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { setTimeout as pause } from 'node:timers/promises';
import { program } from '../commands.mjs';

const { chromium } = createRequire(new URL('../../../packages/cli/package.json', import.meta.url))(
  'playwright-core',
);

/** Starts `clawdefender dashboard` for a folder; returns its link and its process. */
export async function startDashboard(home) {
  const child = spawn(process.execPath, [program, 'dashboard', '--port', '0', '--json'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [first] = await once(child.stdout, 'data');
  return {
    url: JSON.parse(String(first)).url,
    pid: child.pid,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

/**
 * Returns a link to the dashboard that a proxy with this folder has started. The dashboard starts after the proxy, so
 * this function waits for it.
 */
export async function runningDashboard(home) {
  for (let attempt = 0; attempt < 300; attempt++) {
    const [port] = readdirSync(home).flatMap((name) => /^dashboard-(\d+)\.json$/.exec(name)?.[1] ?? []);
    if (port !== undefined) return linkOf(home, port);
    await pause(100);
  }
  throw new Error(`no dashboard has started for ${home} in 30 seconds`);
}

function linkOf(home, port) {
  const output = execFileSync(process.execPath, [program, 'dashboard', '--port', port, '--json'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
  return JSON.parse(String(output)).url;
}

export async function launchBrowser() {
  const executablePath = ['chromium', 'chromium-browser', 'google-chrome']
    .map((name) => spawnSync('which', [name]).stdout.toString().trim())
    .find((path) => path !== '');
  if (executablePath === undefined) throw new Error('there is no browser; install the package `chromium`');
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Opens a link and selects one of the pages, such as `events`. */
export async function openPage(browser, url, name) {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(url);
  await page.getByText('live', { exact: true }).waitFor();
  await page.goto(`${new URL(url).origin}/#/${name}`);
  return page;
}
