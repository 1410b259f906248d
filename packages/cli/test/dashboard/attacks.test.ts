// Tests attacks on the dashboard: used links, hostile pages and hostile names.

import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';
import { ToolClient } from './tool-client.js';

const policy =
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[approval]\nwait = "10m"\n[injection]\nenabled = false\n';

let home: Home;
beforeEach(() => {
  home = new Home(policy);
});
afterEach(() => home.remove());

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();

  test('a used link is invalid; signing out removes the data from the page and ends the live events', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.call('process');
    await visitor.open(url);
    const other = await (await visitor.browser.newContext()).newPage();
    await other.goto(url);
    await other.getByText('This link has already been used').waitFor();
    expect(await other.locator('nav, section').count()).toBe(0);
    await other.context().close();

    const seen: IncomingHttpHeaders[] = [];
    const neighbour = createServer((request, response) => {
      seen.push(request.headers);
      response.end('<p>hello</p>');
    }).listen(0, '127.0.0.1');
    await once(neighbour, 'listening');
    const { port } = neighbour.address() as AddressInfo;
    const elsewhere = await visitor.page.context().newPage();
    await elsewhere.goto(`http://127.0.0.1:${port}/`);
    await elsewhere.close();
    // A page that is opened from the dashboard gets neither the token nor access to the dashboard.
    await visitor.page.evaluate(`location.assign('http://127.0.0.1:${port}/left')`);
    await expect.poll(() => seen.length).toBeGreaterThan(1);
    // Waits until the page has loaded. Otherwise the next navigation would abort it, and an error page would be shown.
    await visitor.page.getByText('hello').waitFor();
    neighbour.close();
    const { origin } = new URL(url);
    expect(seen.filter(({ referer }) => referer?.startsWith(origin))).toEqual([]);
    const cookie = String(seen[0]?.cookie);
    expect(cookie).toContain('clawdefender_session=');
    expect((await fetch(`${origin}/api/approvals`, { headers: { cookie, origin } })).status).toBe(401);

    await visitor.open(origin);
    await visitor.show('Events');
    await visitor.page.locator('#events', { hasText: 'process' }).waitFor();
    // The cookie is not accessible to scripts and other sites. Another tab of the session loses its data as well.
    expect(await visitor.page.evaluate('document.cookie')).toBe('');
    expect(await visitor.page.context().cookies()).toMatchObject([
      { domain: '127.0.0.1', path: '/', httpOnly: true, sameSite: 'Strict' },
    ]);
    const second = await visitor.page.context().newPage();
    await second.goto(`${origin}/#/tools`);
    await second.goto(`${origin}/#/events`);
    await second.locator('#events', { hasText: 'process' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    for (const page of [visitor.page, second]) {
      await page.getByText('You are signed out').waitFor();
      expect(await page.locator('body').textContent()).not.toContain('process');
    }
    await second.goBack();
    expect(await second.locator('body').textContent()).not.toContain('process');
    // The connection for live events may end before the response that removes the cookie arrives.
    await expect.poll(() => visitor.page.context().cookies()).toEqual([]);
    expect(await visitor.page.evaluate('localStorage.getItem("clawdefender-page")')).toBeNull();
    await visitor.page.reload();
    await visitor.page.getByText('You are signed out').waitFor();
    await running.end();
  });

  test('an untrusted URL does not select another API route and causes no error', async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    for (const id of ['...kill', '..%2f..%2fkill.1', '%2e%2e.1', '.', 'a.1/../../kill']) {
      await visitor.page.goto(`${new URL(url).origin}/#/events?event=${id}`);
      await visitor.page.getByLabel('Event', { exact: true }).getByText('No such event').waitFor();
      await visitor.page.keyboard.press('Escape');
    }
    await visitor.page.goto(`${new URL(url).origin}/#/__proto__?tab=constructor&show=%3Cscript%3E`);
    await visitor.page.getByRole('region', { name: 'Needs attention' }).waitFor();
    expect(visitor.trouble).toEqual([]);
  });

  test('an event with malformed data does not break the page', async () => {
    await visitor.open(await home.dashboard());
    const event = { session: 's', time: '2026-01-01T00:00:00Z', kind: '__proto__', server: 'notes' };
    const details: Readonly<Record<string, object>> = {
      1: { ...event, seq: 1, decision: 'constructor' },
      2: { ...event, seq: 2, trail: [null] },
    };
    await visitor.page.route('**/api/events/s/*', (route) =>
      route.fulfill({
        json: { event: details[route.request().url().slice(-1)], call: null, reply: null, related: [] },
      }),
    );
    const detail = visitor.page.getByLabel('Event', { exact: true });
    await visitor.page.evaluate("location.hash = '#/events?event=s.1'");
    await detail.getByRole('heading', { name: '__proto__' }).waitFor();
    expect(await detail.textContent()).toContain('constructor__proto__');
    await visitor.page.evaluate("location.hash = '#/events?event=s.2'");
    await detail.getByText('cannot be displayed').waitFor();
    await visitor.page.evaluate("location.hash = '#/events?event=s.1'");
    await detail.getByRole('heading', { name: '__proto__' }).waitFor();
    await visitor.show('Overview');
    await visitor.page.getByRole('region', { name: 'Needs attention' }).waitFor();
    expect(visitor.trouble).toEqual([]);
  });

  test('untrusted names and arguments are displayed as text', async () => {
    const markup = '<script>alert(1)</script><img src=x onerror=alert(2)>\u202e';
    const url = await home.dashboard();
    const running = home.proxy(['--server', `notes${markup}`]);
    await running.refusal(`tool${markup}`, { [markup]: markup });
    // The server has markup in its tool descriptions, and the client has markup in its name.
    const file = join(home.folder, 'tools.json');
    const tool = {
      name: `tool${markup}`,
      description: markup,
      inputSchema: { type: 'object', title: markup },
    };
    writeFileSync(file, JSON.stringify([tool]));
    const server = fileURLToPath(new URL('../../../../fixtures/servers/changing.mjs', import.meta.url));
    const lister = await ToolClient.start(home, 'tools', [server, file], `client${markup}`);
    await lister.request('tools/list');
    writeFileSync(file, JSON.stringify([{ ...tool, description: `${markup} ${markup}` }]));
    await lister.request('tools/list');
    await visitor.open(url);
    const call = running.start('echo', { [markup]: markup });
    await visitor.show('Approvals');
    await visitor.page.getByRole('button', { name: 'Always' }).click();
    await running.answer(call);
    await visitor.page.locator('#granted li', { hasText: '<script>alert(1)' }).waitFor();
    for (const name of ['Overview', 'Policy', 'Tools', 'Threats', 'Events']) {
      await visitor.show(name);
      await visitor.page.waitForLoadState('networkidle');
      expect(await visitor.page.locator('main script, main img').count()).toBe(0);
      expect(await visitor.page.locator('body').textContent()).not.toContain('\u202e');
      if (name === 'Tools') await visitor.page.getByText('+ <script>alert(1)', { exact: false }).waitFor();
      if (name === 'Overview') await visitor.page.getByText('client<script>alert(1)').first().waitFor();
    }
    await visitor.page.locator('#events button', { hasText: 'tool<script>' }).first().click();
    await visitor.page.getByLabel('Event', { exact: true }).getByText('⟨U+202E⟩').first().waitFor();
    expect(visitor.trouble).toEqual([]);
    await lister.end();
    await running.end();
  });

  test.runIf(process.platform === 'linux')('--open does not show the token in the process list', async () => {
    const seen = join(home.folder, 'seen');
    mkdirSync(join(home.folder, 'bin'));
    writeFileSync(
      join(home.folder, 'bin', 'xdg-open'),
      `#!/bin/sh\nprintf %s "$*" > ${seen}.part\nmv ${seen}.part ${seen}\n`,
      {
        mode: 0o700,
      },
    );
    const url = await home.dashboard('--open');
    await expect.poll(() => existsSync(seen)).toBe(true);
    const opened = readFileSync(seen, 'utf8');
    expect(opened).toMatch(/^file:\/\/\S+\.html$/);
    const file = fileURLToPath(opened);
    expect(readFileSync(file, 'utf8')).toContain(url);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    // The opened file signs in.
    await visitor.open(opened);
    expect(visitor.page.url()).toMatch(new URL(url).origin);
  });

  test('a hostile page of another origin can neither change nor read anything', async () => {
    const url = await home.dashboard();
    const { origin, port } = new URL(url);
    await visitor.open(url);
    await visitor.show('Approvals');
    const running = home.proxy(['--server', 'notes']);
    const call = running.start('echo', { text: 'secret words' });
    const card = visitor.page.locator('#waiting article');
    await card.waitFor();
    const id = await card.getAttribute('data-id');

    const hostilePage = createServer((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<p>hello</p>');
    }).listen(0, '127.0.0.1');
    await once(hostilePage, 'listening');
    const other = await visitor.page.context().newPage();
    await other.goto(`http://127.0.0.1:${(hostilePage.address() as AddressInfo).port}/`);
    await other.addScriptTag({ path: fileURLToPath(new URL('hostile-page.js', import.meta.url)) });
    expect(await other.evaluate(`attack(${JSON.stringify({ origin, id })})`)).toEqual([]);
    // No frame can display the dashboard, which prevents clickjacking.
    const framed = other.frames().filter((frame) => frame !== other.mainFrame());
    expect(framed.length).toBeGreaterThan(0);
    expect(framed.filter((frame) => frame.url().startsWith(origin))).toEqual([]);
    // The same page, after its host name resolves to this machine (DNS rebinding).
    const answer = await other.goto(`http://rebound.example:${port}/api/approvals`);
    expect(answer?.status()).toBe(421);
    await other.close();
    hostilePage.close();

    expect(await home.run('kill', 'status')).toMatchObject({ enabled: false });
    expect((await home.run('approvals', 'list')).items).toMatchObject([{ id, state: 'pending' }]);
    await card.getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(call)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });

  test('calls with megabytes of arguments do not hide another approval', async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    await visitor.show('Approvals');
    const running = home.proxy(['--server', 'notes']);
    for (let count = 0; count < 3; count++)
      running.start('echo', { count, text: `${'word '.repeat(80_000)}the end` });
    const last = running.start('echo', { text: 'the last one' });
    const cards = visitor.page.locator('#waiting article');
    await expect.poll(() => cards.count()).toBe(4);
    await cards.filter({ hasText: 'the last one' }).getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(last)).toMatchObject({ error: { code: -32001 } });
    // The page shows how much is hidden, and can show all of it.
    const long = cards.first();
    await long.getByText('Only the first 20K of 400K characters are shown').waitFor();
    expect(await long.textContent()).not.toContain('the end');
    await long.getByRole('button', { name: 'Show all' }).click();
    await long.getByText('the end').waitFor();
    expect(visitor.trouble).toEqual([]);
    running.child.kill();
    await running.ended();
  });
});
