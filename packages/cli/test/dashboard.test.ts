// The dashboard of the built program in a real browser: a person sees what a proxy asks, answers it, and stops everything.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { type Browser, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { Running } from './running-proxy.js';

const program = fileURLToPath(new URL('../dist/main.cjs', import.meta.url));
const browserProgram = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).error === undefined,
);
if (browserProgram === undefined) {
  if (process.env['CI']) throw new Error('no browser; install the package `chromium`');
  console.warn(
    'SKIPPED: the page of the dashboard, because there is no Chromium; install the package `chromium`',
  );
}

let home = '';
/** What a failed test leaves running. */
let children: ChildProcess[] = [];
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-dashboard-'));
  writeFileSync(
    join(home, 'policy.toml'),
    'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[injection]\nenabled = false\n',
  );
});
afterEach(() => {
  for (const child of children) child.kill();
  children = [];
  rmSync(home, { recursive: true, force: true });
});

const cli = async (...words: string[]) =>
  JSON.parse(
    (
      await promisify(execFile)(process.execPath, [program, ...words, '--json'], {
        env: { ...process.env, CLAWDEFENDER_HOME: home },
      })
    ).stdout,
  );

/** The command, and the link that it prints. */
async function startDashboard(): Promise<{ url: string }> {
  const child = spawn(process.execPath, [program, 'dashboard', '--port', '0', '--json'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  const [first] = await once(child.stdout as NodeJS.EventEmitter, 'data');
  return { url: JSON.parse(String(first)).url };
}

function start(options: string[]): Running {
  const running = new Running([], { options, home });
  children.push(running.child);
  return running;
}

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  let browser: Browser;
  let page: Page;
  let trouble: string[] = [];
  beforeAll(async () => {
    const executablePath = spawnSync('which', [browserProgram ?? ''])
      .stdout.toString()
      .trim();
    // A name that somebody else owns and has made to point at this machine.
    const args = ['--no-sandbox', '--host-resolver-rules=MAP rebound.example 127.0.0.1'];
    browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await (await browser.newContext()).newPage();
    trouble = [];
    page.on('pageerror', ({ message }) => trouble.push(message));
    page.on('dialog', (dialog) => trouble.push(dialog.message()));
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security/.test(message.text())) trouble.push(message.text());
    });
  });
  afterEach(() => page.context().close());

  const open = async (url: string) => {
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
  };
  const show = (name: string) => page.getByRole('link', { name }).first().click();
  const engage = async () => {
    await page.getByRole('button', { name: 'Kill switch' }).click();
    await page.getByRole('button', { name: 'Deny all calls' }).click();
    await page.locator('#kill-state', { hasText: 'on' }).waitFor();
  };

  test('a call is shown as text, approved, and goes on; then everything is stopped', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await running.call('process');
    await open(url);
    expect(page.url()).not.toContain('token');
    await show('Approvals');

    const hostile = '<img src=x onerror=alert(1)>\u202e';
    const call = running.start('echo', { text: hostile });
    const card = page.locator('#waiting article');
    await card.waitFor();
    expect(await page.title()).toBe('(1) ClawDefender');
    const text = await card.textContent();
    for (const part of ['<img src=x onerror=alert(1)>⟨U+202E⟩', 'The call waits for another', 'Echo?'])
      expect(text).toContain(part);
    expect(text).not.toContain('\u202e');
    await card.getByText('Rules that allow such calls').click();
    await card.getByText('matches no other call').first().waitFor();
    await card.getByRole('button', { name: 'Approve once' }).click();
    expect(await running.answer(call)).toMatchObject({ result: { structuredContent: { text: hostile } } });
    await page.getByText('No call waits for approval').waitFor();
    // The keyboard decides as well.
    const second = running.start('echo', { text: 'again' });
    await card.waitFor();
    await page.keyboard.press('d');
    expect(await running.answer(second)).toMatchObject({ error: { code: -32001 } });

    await engage();
    await expect
      .poll(async () => (await running.refusal('process'))?.data, { timeout: 5000 })
      .toMatchObject({ rule: 'kill_switch' });
    expect(await cli('kill', 'status')).toMatchObject({ enabled: true });
    await cli('kill', 'off');
    await page.locator('#kill-state', { hasText: 'off' }).waitFor();
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('a link that was used opens nothing; signing out empties the page and ends the live events', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await running.call('process');
    await open(url);
    const other = await (await browser.newContext()).newPage();
    await other.goto(url);
    await other.getByText('This link was used already').waitFor();
    expect(await other.locator('nav, section').count()).toBe(0);
    await other.context().close();

    const seen: IncomingHttpHeaders[] = [];
    const neighbour = createServer((request, response) => {
      seen.push(request.headers);
      response.end('<p>hello</p>');
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const elsewhere = await page.context().newPage();
    await elsewhere.goto(`http://127.0.0.1:${port}/`);
    await elsewhere.close();
    // A link of the page names neither the token nor the dashboard.
    await page.evaluate(`location.assign('http://127.0.0.1:${port}/left')`);
    await expect.poll(() => seen.length).toBeGreaterThan(1);
    // The page has arrived: otherwise it ends as an error page while the next one opens.
    await page.getByText('hello').waitFor();
    neighbour.close();
    const { origin } = new URL(url);
    expect(seen.filter(({ referer }) => referer?.startsWith(origin))).toEqual([]);
    const cookie = String(seen[0]?.cookie);
    expect(cookie).toContain('clawdefender_session=');
    expect((await fetch(`${origin}/api/approvals`, { headers: { cookie, origin } })).status).toBe(401);

    await open(origin);
    await show('Events');
    await page.locator('#events', { hasText: 'process' }).waitFor();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out').waitFor();
    expect(await page.locator('body').textContent()).not.toContain('process');
    await page.reload();
    await page.getByText('You are signed out').waitFor();
    await running.end();
  });

  test('names and arguments of strangers are text everywhere on the page', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>\u202e';
    const { url } = await startDashboard();
    const running = start(['--server', `notes${markup}`]);
    await running.refusal(`tool${markup}`, { [markup]: markup });
    await open(url);
    const call = running.start('echo', { [markup]: markup });
    await show('Approvals');
    await page.getByRole('button', { name: 'Always' }).click();
    await running.answer(call);
    await page.locator('#granted li', { hasText: '<script>alert(1)' }).waitFor();
    for (const name of ['Overview', 'Policy', 'Tools', 'Threats', 'Events']) {
      await show(name);
      await page.waitForLoadState('networkidle');
      expect(await page.locator('main script, main img').count()).toBe(0);
      expect(await page.locator('body').textContent()).not.toContain('\u202e');
    }
    await page.locator('#events button', { hasText: 'tool<script>' }).first().click();
    await page.getByLabel('Event', { exact: true }).getByText('⟨U+202E⟩').first().waitFor();
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('the policy: a call is explained, a text is checked, previewed and saved with a backup', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await running.call('process');
    await open(url);
    await show('Policy');
    await page.getByText('ask_me', { exact: true }).waitFor();
    await page.getByRole('tab', { name: 'Try a call' }).click();
    await page.getByLabel('Tool').fill('echo');
    await page.getByRole('button', { name: 'Explain' }).click();
    await page.getByLabel('The decision').getByText('ask_me').first().waitFor();

    await page.getByRole('tab', { name: 'Edit' }).click();
    const text = page.getByLabel('Text of the policy');
    const former = await text.inputValue();
    await text.fill(`${former}\n[[rule]]\nname = "bad"\naction = "dney"\n`);
    await page.getByText('unknown action', { exact: false }).first().waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await text.fill(
      former.replace(
        'tool = "echo"',
        'tool = "echo"\n[[rule]]\nname = "stop"\naction = "deny"\ntool = "process"',
      ),
    );
    await page.getByText('No problems found').waitFor();
    await page.getByRole('button', { name: 'Preview' }).click();
    await page.locator('#flips li', { hasText: 'notes/process' }).waitFor();
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Running proxies use it at once').waitFor();
    expect(readFileSync(join(home, 'policy.toml.bak'), 'utf8')).toBe(former);
    await expect
      .poll(async () => (await running.refusal('process'))?.data, { timeout: 5000 })
      .toMatchObject({ rule: 'stop' });
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('events can be searched, filtered, paused and opened', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await open(url);
    await show('Events');
    await running.refusal('first_tool', { path: '/srv/needle.txt' });
    await running.refusal('other_tool', {});
    const rows = page.locator('#events li');
    await rows.filter({ hasText: 'other_tool' }).waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await running.refusal('third_tool', {});
    await page.getByText('paused; 1 new event').waitFor();
    expect(await rows.filter({ hasText: 'third_tool' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Resume' }).click();
    await rows.filter({ hasText: 'third_tool' }).waitFor();
    await page.getByLabel('Search all records').fill('NEEDLE');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.first().getByRole('button').click();
    await page.getByLabel('Event', { exact: true }).getByText('/srv/needle.txt').first().waitFor();
    await page.getByLabel('Event', { exact: true }).getByText('Related calls').waitFor();
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('no page has a serious problem for assistive technology, in light and in dark', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await running.refusal('some_tool', { path: '/etc/shadow' });
    running.start('echo', { text: 'waits' });
    await open(url);
    const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const name of ['Overview', 'Events', 'Approvals', 'Policy', 'Tools', 'Threats']) {
        await show(name);
        await page.waitForLoadState('networkidle');
        await page.evaluate(axe);
        const serious: string[] = await page.evaluate(
          "axe.run({resultTypes:['violations']}).then(({violations}) => violations.filter(({impact}) => impact === 'serious' || impact === 'critical').flatMap(({id, nodes}) => nodes.map(({html, failureSummary}) => id + ' ' + html.slice(0, 200) + failureSummary)))",
        );
        found.push(...serious.map((text) => `${scheme} ${name}: ${text}`));
      }
    }
    expect(found).toEqual([]);
    await running.end();
  });

  test('a hostile page of another origin changes nothing and learns nothing, whatever it tries', async () => {
    const { url } = await startDashboard();
    const { origin, port } = new URL(url);
    await open(url);
    await show('Approvals');
    const running = start(['--server', 'notes']);
    const call = running.start('echo', { text: 'secret words' });
    const card = page.locator('#waiting article');
    await card.waitFor();
    const id = await card.getAttribute('data-id');

    const hostilePage = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
    }).listen(0, '127.0.0.1');
    await once(hostilePage, 'listening');
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(hostilePage.address() as AddressInfo).port}/`);
    await other.addScriptTag({ path: fileURLToPath(new URL('hostile-page.js', import.meta.url)) });
    expect(await other.evaluate(`attack(${JSON.stringify({ origin, id })})`)).toEqual([]);
    // The same page once its name points at us.
    const answer = await other.goto(`http://rebound.example:${port}/api/approvals`);
    expect(answer?.status()).toBe(421);
    await other.close();
    hostilePage.close();

    expect(await cli('kill', 'status')).toMatchObject({ enabled: false });
    expect((await cli('approvals', 'list')).items).toMatchObject([{ id, state: 'pending' }]);
    await card.getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(call)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });

  test('thousands of events at once: the page shows the last ones and stays usable', {
    timeout: 120_000,
  }, async () => {
    const { url } = await startDashboard();
    await open(url);
    await show('Events');
    const running = start(['--server', 'notes']);
    for (let count = 0; count < 2000; count++) running.start('process');
    await running.refusal('last_of_all');
    await page.locator('#events li', { hasText: 'last_of_all' }).first().waitFor({ timeout: 60_000 });
    expect(await page.locator('#events li').count()).toBeLessThanOrEqual(500);
    await engage();
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('inside a proxy: an approval for always is granted and revoked', async () => {
    const running = start(['--server', 'notes', '--dashboard', '0']);
    await running.said('Dashboard: http');
    const [, url = ''] = /Dashboard: (http\S+)/.exec(running.stderr) ?? [];
    await open(url);
    await show('Approvals');
    const call = running.start('echo', { a: 1 });
    await page.getByRole('button', { name: 'Always' }).click();
    expect(await running.answer(call)).toMatchObject({ result: {} });
    expect(await running.refusal('echo', { a: 1 })).toBeUndefined();
    await page.locator('#granted').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('No approval stands').waitFor();
    expect((await cli('approvals', 'list')).items).toEqual([]);
    const again = running.start('echo', { a: 1 });
    await page.locator('#waiting').getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(again)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });
});

test('a second command prints a fresh link to the dashboard that runs', async () => {
  const { url } = await startDashboard();
  const { port, origin } = new URL(url);
  const second = await cli('dashboard', '--port', port);
  expect(second.url).toMatch(new RegExp(`^${origin}/#token=`));
  expect(second.url).not.toBe(url);
  const token = new URL(second.url).hash.slice('#token='.length);
  const body = JSON.stringify({ token });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${origin}/api/session`, { method: 'POST', headers, body })).status).toBe(201);
  const running = start(['--dashboard', port]);
  await running.said('Dashboard: http');
  expect(await running.refusal('process')).toBeUndefined();
  await running.end();
});

test('a port that another program uses: the command ends, a proxy goes on', async () => {
  const other = createServer((_request, response) => response.end('{}')).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const { port } = other.address() as AddressInfo;
  // It knows an old key, and answers every request.
  writeFileSync(join(home, `dashboard-${port}.json`), JSON.stringify({ key: 'old', pid: 1 }), {
    mode: 0o600,
  });
  const child = spawn(process.execPath, [program, 'dashboard', '--port', String(port)], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const [stderr] = await once(child.stderr as NodeJS.EventEmitter, 'data');
  const [code] = await once(child, 'exit');
  expect([code, String(stderr)]).toEqual([2, expect.stringContaining('in use by another program')]);
  const running = start(['--dashboard', String(port)]);
  await running.said('in use');
  expect(await running.refusal('process')).toBeUndefined();
  await running.end();
  other.close();
});

test('an approval that comes after the wait lets the repeated call pass, also after a restart of client and proxy', async () => {
  const file = join(home, 'policy.toml');
  writeFileSync(file, `${readFileSync(file, 'utf8')}\n[approval]\nwait = "300ms"\n`);
  const first = start(['--server', 'notes']);
  const { error } = (await first.answer(first.start('echo', { a: 1 }))) as {
    error: { code: number; data: { approval_id: string; expires_at: string } };
  };
  expect(error.code).toBe(-32002);
  const [item] = (await cli('approvals', 'list')).items;
  expect(item).toMatchObject({
    id: error.data.approval_id,
    state: 'pending',
    expires_at: error.data.expires_at,
  });
  expect(Date.parse(item.waits_until)).toBeLessThan(Date.parse(item.expires_at));
  await first.end();
  await cli('approvals', 'approve', error.data.approval_id);
  const second = start(['--server', 'notes']);
  expect(await second.refusal('echo', { a: 2 })).toMatchObject({ code: -32002 });
  expect(await second.refusal('echo', { a: 1 })).toBeUndefined();
  // It was for one call.
  expect(await second.refusal('echo', { a: 1 })).toMatchObject({ code: -32002 });
  await second.end();
});
