// Tests the overview with a real proxy: it shows what runs, what was decided, what needs attention, and whether the
// audit log is intact.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

const policy = `version = 1
default = "log"
[[rule]]
name = "no_keys"
action = "deny"
path = "**/*.pem"
[[rule]]
name = "reading"
action = "allow"
tool = "process"
`;

describe.runIf(browserProgram !== undefined)('the overview', () => {
  const visitor = useBrowser();
  const home = new Home(policy);
  afterAll(() => home.remove());

  test('shows servers, decisions, rules, tools and the state of the audit log', {
    timeout: 60_000,
  }, async () => {
    mkdirSync(join(home.folder, '.cursor'));
    const servers = { bare: { command: 'node', args: ['bare.js'] } };
    writeFileSync(join(home.folder, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    const running = home.proxy(['--server', 'notes']);
    await running.call('process');
    await running.call('process');
    await running.refusal('read_file', { path: '/srv/site.pem' });
    const { page } = visitor;
    await visitor.open(await home.dashboard());

    const figure = (name: string) => page.getByRole('link', { name: new RegExp(`^${name}`) });
    await figure('Decisions 3').waitFor();
    await figure('Denied 1').waitFor();
    await figure('Added latency, p95 \\d').waitFor();
    const card = (name: string) => page.getByRole('region', { name, exact: true });
    await card('Servers').locator('li', { hasText: 'notes' }).getByText('3 decisions').waitFor();
    await card('Servers').locator('li', { hasText: 'bare' }).getByText('unprotected').waitFor();
    await card('Servers').locator('li', { hasText: 'bare' }).getByText('Cursor', { exact: true }).waitFor();
    await card('Needs attention').getByText('1 server without the firewall').waitFor();
    await card('Rules').getByText('no_keys').waitFor();
    await card('Tools').getByText('process').waitFor();
    const chart = (name: string) => page.getByRole('img', { name }).waitFor();
    await chart('Decisions over time: allowed 2, logged 0, approval required 0, denied 1');
    await chart('Denials over time: denied 1');
    // Under the pointer, the legend shows the values of that time.
    const decisions = page.locator('figure', { has: page.getByRole('img', { name: 'Decisions over time' }) });
    await decisions.getByText('in total').waitFor();
    const { width = 0 } = (await decisions.getByRole('img').boundingBox()) ?? {};
    await decisions.getByRole('img').hover({ position: { x: width - 42, y: 60 } });
    await decisions.getByText('denied 1').waitFor();
    await decisions.getByText(/\d.* – \d/).waitFor();
    await decisions.getByRole('img').hover({ position: { x: 60, y: 60 } });
    await decisions.getByText('denied 0').waitFor();
    // These decisions are made while the page is open.
    await running.call('process');
    await chart('Decisions per second: allowed 1, logged 0, approval required 0, denied 0');
    await page.getByText('✓ audit log verified').waitFor();
    await figure('Denied').click();
    await page.locator('#events li', { hasText: 'read_file' }).waitFor();
    expect(await page.locator('#events li').count()).toBe(1);
    await running.end();

    // The test changes the log, and another dashboard verifies it.
    const [file = ''] = readdirSync(home.auditFolder).filter((name) => name.endsWith('.jsonl'));
    const path = join(home.auditFolder, file);
    writeFileSync(path, readFileSync(path, 'utf8').replace('/srv/site.pem', '/srv/site.txt'));
    await visitor.open(await home.dashboard());
    await page.getByText('audit log damaged:').waitFor();
    await card('Needs attention').getByText('The audit log is damaged').waitFor();
    expect(visitor.trouble).toEqual([]);
  });
});
