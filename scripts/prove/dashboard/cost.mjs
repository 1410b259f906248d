// Measures how much an open page costs the proxies: CPU time per call with the page open and without it. The page is
// served by `clawdefender dashboard`, and then by a proxy with `proxy --dashboard`.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cpuMilliseconds } from '../../bench/process-cost.mjs';
import { median } from '../../bench/statistics.mjs';
import { launchBrowser, openPage, runningDashboard, startDashboard } from './open-page.mjs';
import { startCaller } from './paced-calls.mjs';

const most = 1.1;
const perSecond = 500;

export const proof = {
  name: 'dashboard-cost',
  summary: `a call costs the proxies at most ${most} times the CPU time while the page is open`,
  async run({ say, quick }) {
    const browser = await launchBrowser();
    const folder = mkdtempSync(join(tmpdir(), 'claw-dashboard-cost-'));
    const sizes = quick ? { rounds: 2, seconds: 2 } : { rounds: 5, seconds: 5 };
    const facts = {};
    try {
      for (const [place, start] of Object.entries({ beside, from })) {
        for (const name of ['overview', 'events']) {
          const { without, withPage, ratio } = await measure(browser, folder, start, name, sizes);
          const costs = `${without} µs a call without the page, ${withPage} µs with it`;
          say(`${name}, served ${place} the proxy: ${costs}, ${ratio}×`);
          facts[`${name} ${place}`] = ratio;
        }
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

/** Starts a proxy and a separate dashboard. */
async function beside(home) {
  const dashboard = await startDashboard(home);
  return { caller: await startCaller(home, 'files'), ...dashboard };
}

/** Starts a proxy that starts a dashboard. */
async function from(home) {
  const caller = await startCaller(home, 'files', ['--dashboard', '0']);
  return { caller, url: await runningDashboard(home), stop: async () => {} };
}

/**
 * Measures two proxies that make the same calls at the same time. The page of one of them is open, in turns. So other
 * processes, including the browser, slow down both proxies equally, and differences between the two cancel out.
 */
async function measure(browser, folder, start, name, { rounds, seconds }) {
  const sides = [];
  const [ratios, without, withPage] = [[], [], []];
  try {
    for (let side = 0; side < 2; side++) sides.push(await start(createHome(folder)));
    const pages = [];
    for (const { url } of sides) pages.push(await openPage(browser, url, name));
    const callAll = (duration) =>
      Promise.all(sides.map(({ caller }) => caller.call(duration * perSecond, perSecond)));
    // During the first calls, code is still being compiled, so they are not measured.
    await callAll(8);
    for (let round = 0; round < rounds; round++) {
      const costs = [];
      for (const open of round % 2 === 0 ? [0, 1] : [1, 0]) {
        await pages[1 - open].goto('about:blank');
        await pages[open].goto(`${new URL(sides[open].url).origin}/#/${name}`);
        await pages[open].getByText('live', { exact: true }).waitFor();
        // When a page is opened, the dashboard reads the log once.
        await callAll(1);
        const before = sides.map(cpuOf);
        await callAll(seconds);
        const used = sides.map((side, index) => (cpuOf(side) - before[index]) * 1000);
        const [low, high] = [used[1 - open], used[open]].map((cost) => cost / (seconds * perSecond));
        without.push(low);
        withPage.push(high);
        costs.push(high / low);
      }
      ratios.push(Math.sqrt(costs[0] * costs[1]));
    }
    for (const page of pages) await page.close();
  } finally {
    for (const { caller, stop } of sides) {
      await caller.close();
      await stop();
    }
  }
  return {
    without: Math.round(median(without)),
    withPage: Math.round(median(withPage)),
    ratio: Number(median(ratios).toFixed(2)),
  };
}

/** Returns the CPU time of the proxy alone, which is the first of its processes. */
const cpuOf = ({ caller }) => cpuMilliseconds(caller.processes().slice(0, 1));

function createHome(folder) {
  const home = mkdtempSync(join(folder, 'home-'));
  writeFileSync(join(home, 'policy.toml'), 'version = 1\ndefault = "allow"\n', { mode: 0o600 });
  return home;
}
