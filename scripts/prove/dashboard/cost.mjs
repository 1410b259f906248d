// Measures how much an open page costs the proxies: CPU time per call with the page open and without it. The page is
// served by `clawdefender dashboard`, and then by the proxy itself with `proxy --dashboard`.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { cpuMilliseconds } from '../../bench/process-cost.mjs';
import { median } from '../../bench/statistics.mjs';
import { program } from '../commands.mjs';
import { launchBrowser, openPage, startDashboard } from './open-page.mjs';
import { startCaller } from './paced-calls.mjs';

const most = 1.1;
const perSecond = 500;
/** A proxy continues to read its log for some time after the last page was closed. */
const restMilliseconds = 32_000;

export const proof = {
  name: 'dashboard-cost',
  summary: `a call costs the proxies at most ${most} times the CPU time while the page is open`,
  async run({ say, quick }) {
    const browser = await launchBrowser();
    const folder = mkdtempSync(join(tmpdir(), 'claw-dashboard-cost-'));
    const sizes = quick
      ? { rounds: 1, seconds: 2, rest: 0 }
      : { rounds: 7, seconds: 5, rest: restMilliseconds };
    const facts = {};
    try {
      for (const [name, measure] of Object.entries({ beside, inside })) {
        const { withPage, without } = await measure(browser, join(folder, name), sizes);
        // Both values of a round were measured under the same load of the machine.
        const ratio = median(withPage.map((cost, round) => cost / without[round]));
        const [low, high] = [without, withPage].map((costs) => Math.round(median(costs)));
        say(`${name} the proxy: ${low} µs a call without the page, ${high} µs with it, ${ratio.toFixed(2)}×`);
        facts[name] = Number(ratio.toFixed(2));
      }
    } finally {
      await browser.close();
      rmSync(folder, { recursive: true, force: true });
    }
    const ratio = Math.max(...Object.values(facts));
    if (!quick && ratio > most) throw new Error(`a call costs ${ratio} times as much`);
    return facts;
  },
};

function createHome(folder, name = '') {
  const home = `${folder}${name}-`;
  const created = mkdtempSync(home);
  writeFileSync(join(created, 'policy.toml'), 'version = 1\ndefault = "allow"\n', { mode: 0o600 });
  return created;
}

/** Returns the CPU time per call in microseconds. */
async function costOf(caller, seconds) {
  const before = cpuMilliseconds(caller.processes());
  await caller.call(seconds * perSecond, perSecond);
  return ((cpuMilliseconds(caller.processes()) - before) * 1000) / (seconds * perSecond);
}

/** Makes the first calls, during which code is still being compiled. */
const warmUp = (caller) => caller.call(8 * perSecond, perSecond);

/** Measures with a separate dashboard. The page is open in every second measurement. */
async function beside(browser, folder, { rounds, seconds }) {
  const home = createHome(folder);
  const dashboard = await startDashboard(home);
  const caller = await startCaller(home, 'files');
  const costs = { withPage: [], without: [] };
  try {
    await warmUp(caller);
    const page = await openPage(browser, dashboard.url, 'events');
    const { origin } = new URL(dashboard.url);
    for (let round = 0; round < rounds; round++) {
      for (const name of round % 2 === 0 ? ['without', 'withPage'] : ['withPage', 'without']) {
        await page.goto(name === 'withPage' ? `${origin}/#/events` : 'about:blank');
        if (name === 'withPage') await page.getByText('live', { exact: true }).waitFor();
        costs[name].push(await costOf(caller, seconds));
      }
    }
    await page.close();
  } finally {
    await caller.close();
    await dashboard.stop();
  }
  return costs;
}

/**
 * Measures two proxies that make the same calls at the same time. Each serves a page, and the pages are opened in turn.
 */
async function inside(browser, folder, { seconds, rest }) {
  const homes = [createHome(folder, '-first'), createHome(folder, '-second')];
  const callers = await Promise.all(homes.map((home) => startCaller(home, 'files', ['--dashboard', '0'])));
  const costs = { withPage: [], without: [] };
  try {
    await Promise.all(callers.map(warmUp));
    for (const open of [0, 1, 0, 1]) {
      const page = await openPage(browser, linkOf(homes[open]), 'events');
      // When a page is opened, the proxy reads the log once.
      await Promise.all(callers.map(warmUp));
      const both = await Promise.all(callers.map((caller) => costOf(caller, seconds)));
      costs.withPage.push(both[open]);
      costs.without.push(both[1 - open]);
      await page.close();
      await pause(rest);
    }
  } finally {
    await Promise.all(callers.map((caller) => caller.close()));
  }
  return costs;
}

/** Returns a fresh link to the page that the proxy of this folder serves. */
function linkOf(home) {
  const [, port] = readdirSync(home)
    .map((name) => /^dashboard-(\d+)\.json$/.exec(name))
    .find((found) => found !== null);
  const output = execFileSync(process.execPath, [program, 'dashboard', '--port', port, '--json'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
  return JSON.parse(String(output)).url;
}
