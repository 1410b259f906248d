// The controls that all pages share and those of the lists, in a real browser: keys, colours, filters and copying.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';
import { ToolClient } from './tool-client.js';

const policy = `version = 1
default = "allow"
[[rule]]
name = "ask_me"
action = "prompt"
tool = "echo"
[[rule]]
name = "no_keys"
action = "deny"
path = "**/*.pem"
[approval]
wait = "10m"
`;
const changing = fileURLToPath(new URL('../../../../fixtures/servers/changing.mjs', import.meta.url));

let home: Home;
beforeEach(() => {
  home = new Home(policy);
});
afterEach(() => home.remove());

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });

  test('keys open pages, search, pause, select events and open the kill switch', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    for (const name of ['first_tool', 'second_tool']) await running.refusal(name);
    await visitor.open(url);
    const { page } = visitor;
    await page.keyboard.press('2');
    await page.locator('#events li', { hasText: 'first_tool' }).waitFor();
    await page.keyboard.press('/');
    await expect.poll(() => page.evaluate('document.activeElement.type')).toBe('search');
    await page.getByRole('heading', { name: 'Events' }).click();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await page.keyboard.press('p');
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    const detail = page.getByLabel('Event', { exact: true });
    await page.keyboard.press('ArrowDown');
    await detail.getByRole('heading', { name: 'second_tool' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await detail.getByRole('heading', { name: 'first_tool' }).waitFor();
    await page.keyboard.press('Escape');
    await detail.waitFor({ state: 'detached' });
    await page.keyboard.press('Shift+K');
    await page.getByRole('dialog').getByText('1 running proxy').waitFor();
    await page.keyboard.press('Escape');
    for (const [key, name] of ['Overview', 'Events', 'Approvals', 'Policy', 'Tools', 'Threats'].entries()) {
      await page.keyboard.press(String(key + 1));
      await page.getByRole('link', { name, exact: true }).and(page.locator('[aria-current]')).waitFor();
    }
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('a row that is selected with a key is visible, and the kill switch stays usable beside an open event', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    for (let count = 0; count < 20; count++) await running.refusal(`tool_${count}`);
    await visitor.open(url);
    const { page } = visitor;
    await page.setViewportSize({ width: 1024, height: 500 });
    await visitor.show('Events');
    await page.locator('#events li', { hasText: 'tool_0' }).waitFor();
    const open = page.locator('#events button[aria-expanded="true"]');
    const edges = () =>
      open.evaluate((row) => [row.getBoundingClientRect().top, row.getBoundingClientRect().bottom]);
    for (let count = 19; count >= 0; count--) {
      await page.keyboard.press('ArrowDown');
      await open.filter({ hasText: `tool_${count}` }).waitFor();
    }
    const [top = 0, bottom = 0] = await edges();
    expect(top).toBeGreaterThan(0);
    expect(bottom).toBeLessThanOrEqual(500);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'Kill switch' }).click();
    await page.getByRole('dialog', { name: 'Turn on the kill switch?' }).waitFor();
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('the chosen colours stay, and the page says when the connection is lost', async () => {
    const running = home.proxy(['--server', 'notes', '--dashboard', '0']);
    await running.said('Dashboard: http');
    const [, url = ''] = /Dashboard: (http\S+)/.exec(running.stderr) ?? [];
    await visitor.page.emulateMedia({ colorScheme: 'light' });
    await visitor.open(url);
    const theme = () => visitor.page.evaluate('document.documentElement.dataset.theme');
    expect(await theme()).toBe('light');
    await visitor.page.getByRole('button', { name: 'Use dark colours' }).click();
    expect(await theme()).toBe('dark');
    await visitor.page.reload();
    await visitor.page.getByRole('button', { name: 'Use light colours' }).waitFor();
    expect(await theme()).toBe('dark');
    await running.end();
    await visitor.page.getByText('connection lost').waitFor();
  });

  test('events are filtered by rule and finding, and older ones are shown on request', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.refusal('very_first', { path: '/srv/site.pem' });
    await running.refusal('fetch_metadata', { url: 'http://169.254.169.254/latest' });
    for (let count = 0; count < 120; count++) await running.refusal(`tool_${count % 3}`);
    await visitor.open(url);
    await visitor.show('Events');
    const { page } = visitor;
    const rows = page.locator('#events li');
    await rows.first().waitFor();
    expect(await rows.filter({ hasText: 'very_first' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Show older events' }).click();
    await rows.filter({ hasText: 'very_first' }).waitFor();
    await page.getByLabel('Rule').selectOption('no_keys');
    await rows.filter({ hasText: 'very_first' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByLabel('Finding').selectOption('egress');
    await rows.filter({ hasText: 'fetch_metadata' }).waitFor();
    expect(await rows.filter({ hasText: 'very_first' }).count()).toBe(0);
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('tools are filtered by name and state, and a suggested rule is copied', async () => {
    const url = await home.dashboard();
    const file = join(home.folder, 'tools.json');
    const tool = (name: string, description: string) => ({
      name,
      description,
      inputSchema: { type: 'object' },
    });
    writeFileSync(file, JSON.stringify([tool('forecast', 'Weather.'), tool('history', 'Past weather.')]));
    const client = await ToolClient.start(home, 'weather', [changing, file]);
    await client.request('tools/list');
    writeFileSync(file, JSON.stringify([tool('forecast', 'Weather.'), tool('history', 'All past weather.')]));
    await client.request('tools/list');
    await visitor.open(url);
    const { page } = visitor;
    await visitor.show('Tools');
    const rows = page.locator('main li');
    await expect.poll(() => rows.count()).toBe(2);
    await page.getByLabel('only tools that need review').check();
    await expect.poll(() => rows.count()).toBe(1);
    await rows.filter({ hasText: 'history' }).waitFor();
    await page.getByLabel('only tools that need review').uncheck();
    await page.getByLabel('Filter tools').fill('fore');
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('forecast')]);

    const running = home.proxy(['--server', 'notes']);
    const call = running.start('echo', { text: 'hello' });
    await visitor.show('Approvals');
    const card = page.locator('#waiting article');
    await card.getByText('Rules that allow such calls').click();
    await card.getByRole('button', { name: 'Copy rule' }).first().click();
    await card.getByRole('button', { name: 'Copied' }).waitFor();
    expect(await page.evaluate('navigator.clipboard.readText()')).toContain('[[rule]]');
    await card.getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(call)).toMatchObject({ error: { code: -32001 } });
    expect(visitor.trouble).toEqual([]);
    await running.end();
    await client.end();
  });
});
