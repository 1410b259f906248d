// Makes 500 calls per second through real proxies for a minute while the page is open in a real browser. The main
// thread of the page must stay responsive, and neither the page nor the dashboard may use more and more memory.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quantile } from '../../bench/statistics.mjs';
import { memoryOf, traceTasks } from './main-thread.mjs';
import { launchBrowser, openPage, startDashboard } from './open-page.mjs';
import { startCaller } from './paced-calls.mjs';

const perSecond = 500;
const proxies = 2;
const minute = 60;
/** The duration from which browsers consider a task long. */
const longMilliseconds = 50;
const maxMilliseconds = 100;
/**
 * The maximum growth in MB. The page replaces lists of at most 500 lines continuously; this limit is far less than a
 * minute of events.
 */
const maxGrowth = 15;

const policy = `version = 1
default = "allow"
[[rule]]
name = "no_private_keys"
action = "deny"
path = "~/.ssh/**"
[responses]
secrets = "redact"
`;

export const proof = {
  name: 'dashboard-load',
  summary: `${perSecond} events per second for a minute: tasks of the page stay short, and its memory is bounded`,
  async run({ say, quick }) {
    const seconds = quick ? 5 : minute;
    const home = mkdtempSync(join(tmpdir(), 'claw-dashboard-load-'));
    writeFileSync(join(home, 'policy.toml'), policy, { mode: 0o600 });
    const dashboard = await startDashboard(home);
    const browser = await launchBrowser();
    const callers = await Promise.all(
      Array.from({ length: proxies }, (_, index) => startCaller(home, `server-${index}`)),
    );
    try {
      const page = await openPage(browser, dashboard.url, 'events');
      const call = (duration) =>
        Promise.all(
          callers.map((caller) => caller.call((duration * perSecond) / proxies, perSecond / proxies)),
        );
      await call(5);
      const early = { ...(await memoryOf(page)), dashboard: residentOf(dashboard.pid) };
      let took = 0;
      const tasks = await traceTasks(browser, page, async () => {
        took = Math.max(...(await call(seconds)));
      });
      const late = { ...(await memoryOf(page)), dashboard: residentOf(dashboard.pid) };
      const lines = await page.locator('#events > li').count();
      const rate = Math.round((seconds * perSecond * 1000) / took);
      say(`${rate} calls a second, ${lines} lines shown`);
      const facts = { 'calls per second': rate, ...longTasks(tasks, say), ...growth(early, late, say) };
      if (rate < 0.9 * perSecond) throw new Error(`the machine is too busy: only ${rate} calls a second`);
      return facts;
    } finally {
      await browser.close();
      await Promise.all(callers.map((caller) => caller.close()));
      await dashboard.stop();
      rmSync(home, { recursive: true, force: true });
    }
  },
};

function longTasks(tasks, say) {
  const facts = { tasks: tasks.length };
  for (const clock of ['wall', 'cpu']) {
    const long = tasks.map((task) => task[clock]).filter((duration) => duration > longMilliseconds);
    const p95 = long.length === 0 ? 0 : quantile(long, 0.95);
    say(`${clock} time: ${long.length} of ${tasks.length} tasks are long, p95 of those ${p95.toFixed(0)} ms`);
    facts[`long tasks (${clock})`] = long.length;
    facts[`p95 ms (${clock})`] = Math.round(p95);
  }
  const p95 = facts['p95 ms (cpu)'];
  if (p95 > maxMilliseconds) throw new Error(`p95 of the long tasks is ${p95} ms of CPU time`);
  return facts;
}

function growth(early, late, say) {
  const facts = {};
  for (const [name, unit] of Object.entries({ megabytes: 'MB', dashboard: 'MB', nodes: 'nodes' })) {
    const [before, after] = [early[name], late[name]].map(Math.round);
    say(`${name}: ${before} ${unit} after 5 s, ${after} ${unit} at the end`);
    facts[name === 'megabytes' ? 'page MB' : name === 'nodes' ? 'DOM nodes' : 'dashboard MB'] = after;
    if (unit === 'MB' && after > before * 1.5 + maxGrowth)
      throw new Error(`${name} grew from ${before} to ${after} MB`);
  }
  if (late.nodes > 2 * early.nodes + 20_000) throw new Error(`${late.nodes} DOM nodes`);
  return facts;
}

const residentOf = (pid) =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
