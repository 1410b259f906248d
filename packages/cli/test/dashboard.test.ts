// The dashboard of the built program in a real browser: a person sees what a proxy asks, answers it, and stops everything.

import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
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

  test('a question is shown as text, answered, and the call goes on; then everything is stopped', async () => {
    const { url } = await startDashboard();
    const running = start(['--server', 'notes']);
    await running.call('process');
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    expect(page.url()).not.toContain('token');

    const hostile = '<img src=x onerror=alert(1)>\u202e';
    const call = running.start('echo', { text: hostile });
    const card = page.locator('#waiting article');
    await card.waitFor();
    expect(await card.textContent()).toContain('<img src=x onerror=alert(1)>');
    expect(await card.textContent()).not.toContain('\u202e');
    await card.getByRole('button', { name: 'yes, once' }).click();
    expect(await running.answer(call)).toMatchObject({ result: { structuredContent: { text: hostile } } });
    await page.getByText('No pending or standing approvals').waitFor();
    await page.locator('#events tr', { hasText: 'tools/call echo' }).first().waitFor();

    await page.getByRole('button', { name: 'switch ON' }).click();
    await page.locator('#kill-state.on').waitFor();
    await expect
      .poll(async () => (await running.refusal('process'))?.data, { timeout: 5000 })
      .toMatchObject({ rule: 'kill_switch' });
    expect(await cli('kill', 'status')).toMatchObject({ enabled: true });
    await cli('kill', 'off');
    await page.getByRole('button', { name: 'switch ON' }).waitFor();

    expect(trouble).toEqual([]);
    await running.end();
  });

  test('a link that was used opens nothing, and the page says so', async () => {
    const { url } = await startDashboard();
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    const other = await (await browser.newContext()).newPage();
    await other.goto(url);
    await other.getByText('this link was used already').waitFor();
    expect(await other.locator('#waiting').textContent()).toBe('');
    await other.context().close();
  });

  test('signing out ends the live events, and another port gets a cookie that opens nothing', async () => {
    const { url } = await startDashboard();
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    const seen: (string | undefined)[] = [];
    const neighbour = createServer((request, response) => {
      seen.push(request.headers.cookie);
      response.end('<p>hello</p>');
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const other = await page.context().newPage();
    await other.goto(`http://127.0.0.1:${(neighbour.address() as AddressInfo).port}/`);
    await other.close();
    neighbour.close();
    const { origin } = new URL(url);
    const cookie = String(seen[0]);
    expect(cookie).toContain('clawdefender_session=');
    expect((await fetch(`${origin}/api/approvals`, { headers: { cookie, origin } })).status).toBe(401);

    await page.reload();
    await page.getByText('live', { exact: true }).waitFor();
    await page.getByRole('button', { name: 'sign out' }).click();
    await page.getByText('signed out').waitFor();
    await page.reload();
    await page.getByText('open the link').waitFor();
  });

  test('names and arguments of strangers are text everywhere on the page', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>';
    const { url } = await startDashboard();
    const running = start(['--server', `notes${markup}`]);
    await running.refusal(`tool${markup}`);
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    await page
      .locator('#events td', { hasText: `tools/call tool${markup}` })
      .first()
      .waitFor();
    const call = running.start('echo', { [markup]: markup });
    await page.getByRole('button', { name: 'yes, always' }).click();
    await running.answer(call);
    await page.locator('#granted article', { hasText: markup }).waitFor();
    expect(await page.locator('main script, main img').count()).toBe(0);
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('a hostile page of another origin changes nothing and learns nothing, whatever it tries', async () => {
    const { url } = await startDashboard();
    const { origin, port } = new URL(url);
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
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
    await card.getByRole('button', { name: 'no', exact: true }).click();
    expect(await running.answer(call)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });

  test('thousands of events at once: the page shows the last ones and stays usable', async () => {
    const { url } = await startDashboard();
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    const running = start(['--server', 'notes']);
    for (let count = 0; count < 5000; count++) running.start('process');
    await running.refusal('last_of_all');
    await page.locator('#events tr', { hasText: 'tools/call last_of_all' }).first().waitFor();
    expect(await page.locator('#events tr').count()).toBeLessThanOrEqual(200);
    await page.getByRole('button', { name: 'switch ON' }).click();
    await page.locator('#kill-state.on').waitFor();
    expect(trouble).toEqual([]);
    await running.end();
  });

  test('inside a proxy: an always is granted and revoked', async () => {
    const running = start(['--server', 'notes', '--dashboard', '0']);
    await running.said('dashboard: http');
    const [, url = ''] = /dashboard: (http\S+)/.exec(running.stderr) ?? [];
    await page.goto(url);
    await page.getByText('live', { exact: true }).waitFor();
    const call = running.start('echo', { a: 1 });
    await page.getByRole('button', { name: 'yes, always' }).click();
    expect(await running.answer(call)).toMatchObject({ result: {} });
    expect(await running.refusal('echo', { a: 1 })).toBeUndefined();
    await page.locator('#granted').getByRole('button', { name: 'revoke' }).click();
    await page.getByText('nothing was granted').waitFor();
    expect((await cli('approvals', 'list')).items).toEqual([]);
    const again = running.start('echo', { a: 1 });
    await page.locator('#waiting').getByRole('button', { name: 'no', exact: true }).click();
    expect(await running.answer(again)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });
});

test('a port that is in use: the command ends, a proxy goes on', async () => {
  const { url } = await startDashboard();
  const { port } = new URL(url);
  const second = spawnSync(process.execPath, [program, 'dashboard', '--port', port], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
  expect([second.status, second.stderr.toString()]).toEqual([2, expect.stringContaining('in use')]);
  const running = start(['--dashboard', port]);
  await running.said('in use');
  expect(await running.refusal('process')).toBeUndefined();
  await running.end();
});
