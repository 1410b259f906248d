// Tests the dashboard of the built program in a real browser: a user sees a request of a proxy, decides it, and turns
// on the kill switch.

import { appendFileSync, readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { seriousProblems } from './axe.js';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

const policy =
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[approval]\nwait = "10m"\n[injection]\nenabled = false\n';

let home: Home;
beforeEach(() => {
  home = new Home(policy);
});
afterEach(() => home.remove());

const engage = async (page: Page) => {
  await page.getByRole('button', { name: 'Kill switch' }).click();
  await page.getByRole('button', { name: 'Deny all calls' }).click();
  await page.locator('#kill-state', { hasText: 'on' }).waitFor();
};

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();

  test('a call is displayed as text, approved and continues; then the kill switch is turned on', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.call('process');
    await visitor.open(url);
    expect(visitor.page.url()).not.toContain('token');
    await visitor.show('Approvals');

    const hostile = '<img src=x onerror=alert(1)>\u202e';
    const call = running.start('echo', { text: hostile });
    const card = visitor.page.locator('#waiting article');
    await card.waitFor();
    expect(await visitor.page.title()).toBe('(1) ClawDefender');
    const text = await card.textContent();
    for (const part of [
      '<img src=x onerror=alert(1)>⟨U+202E⟩',
      'The call stays pending for another',
      'Echo?',
    ])
      expect(text).toContain(part);
    expect(text).not.toContain('\u202e');
    await card.getByText('Rules that allow such calls').click();
    await card.getByText('matches no other call').first().waitFor();
    await card.getByRole('button', { name: 'Approve once' }).click();
    expect(await running.answer(call)).toMatchObject({ result: { structuredContent: { text: hostile } } });
    await visitor.page.getByText('No call is pending').waitFor();
    // The keyboard can be used for decisions as well.
    const second = running.start('echo', { text: 'again' });
    await card.waitFor();
    await visitor.page.keyboard.press('d');
    expect(await running.answer(second)).toMatchObject({ error: { code: -32001 } });

    await engage(visitor.page);
    await expect
      .poll(async () => (await running.refusal('process'))?.data)
      .toMatchObject({ rule: 'kill_switch' });
    expect(await home.run('kill', 'status')).toMatchObject({ enabled: true });
    // The dialog shows for each proxy whether the kill switch has denied calls there.
    const dialog = visitor.page.getByRole('dialog');
    await visitor.page.getByRole('button', { name: 'Kill switch' }).click();
    await dialog.getByText(/^denied \d+:\d+/).waitFor();
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await home.run('kill', 'off');
    await visitor.page.locator('#kill-state', { hasText: 'off' }).waitFor();
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('the policy: a call is explained, a draft is checked, previewed and saved with a backup', async () => {
    const more = [
      'counted" \naction = "allow"\ntool = "process"',
      'too_late"\naction = "deny"\ntool = "echo"',
    ]
      .map((text) => `[[rule]]\nname = "${text}\n`)
      .join('');
    appendFileSync(home.policyFile, more);
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.call('process');
    await running.refusal('unknown_tool');
    await visitor.open(url);
    await visitor.show('Policy');
    const rule = (name: string) =>
      visitor.page.locator('main li', { has: visitor.page.getByText(name, { exact: true }) });
    await rule('counted').getByText('1 hit').waitFor();
    await rule('ask_me').getByText('never hit').waitFor();
    await rule('too_late').getByText('unreachable rule').waitFor();
    await rule('every other call').getByText('1 hit').waitFor();
    await visitor.page.getByRole('tab', { name: 'Try a call' }).click();
    await visitor.page.getByLabel('Tool').fill('echo');
    await visitor.page.getByRole('button', { name: 'Explain' }).click();
    await visitor.page.getByLabel('The decision').getByText('ask_me').first().waitFor();

    await visitor.page.getByRole('tab', { name: 'Edit' }).click();
    const text = visitor.page.getByLabel('Text of the policy');
    const former = await text.inputValue();
    await text.fill(`${former}\n[[rule]]\nname = "bad"\naction = "dney"\n`);
    await visitor.page.getByText('unknown action', { exact: false }).first().waitFor();
    expect(await visitor.page.getByRole('button', { name: 'Save' }).isDisabled()).toBe(true);
    await text.fill(
      former
        .replace(more, '')
        .replace(
          'tool = "echo"',
          'tool = "echo"\n[[rule]]\nname = "stop"\naction = "deny"\ntool = "process"',
        ),
    );
    await visitor.page.getByText('No problems found').waitFor();
    await visitor.page.getByRole('button', { name: 'Preview' }).click();
    await visitor.page.locator('#flips li', { hasText: 'notes/process' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Save' }).click();
    await visitor.page.getByText('Running proxies use it immediately').waitFor();
    expect(readFileSync(`${home.policyFile}.bak`, 'utf8')).toBe(former);
    await expect.poll(async () => (await running.refusal('process'))?.data).toMatchObject({ rule: 'stop' });
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('events can be searched, filtered, paused and opened', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await visitor.open(url);
    await visitor.show('Events');
    await running.refusal('first_tool', { path: '/srv/needle.txt' });
    await running.refusal('other_tool', {});
    const rows = visitor.page.locator('#events li');
    await rows.filter({ hasText: 'other_tool' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Pause' }).click();
    await running.refusal('third_tool', {});
    await visitor.page.getByText('paused; 1 new event').waitFor();
    expect(await rows.filter({ hasText: 'third_tool' }).count()).toBe(0);
    await visitor.page.getByRole('button', { name: 'Resume' }).click();
    await rows.filter({ hasText: 'third_tool' }).waitFor();
    await visitor.page.getByLabel('Decision').selectOption('deny');
    await visitor.page.getByText('No event matches').waitFor();
    await visitor.page.getByRole('button', { name: 'Clear' }).click();
    await visitor.page.getByLabel('Tool').focus();
    await visitor.page.getByLabel('Tool').selectOption('other_tool');
    await visitor.page.getByLabel('Server').selectOption('notes');
    await expect.poll(() => rows.count()).toBe(1);
    await rows.filter({ hasText: 'other_tool' }).waitFor();
    await visitor.page.getByRole('button', { name: 'Clear' }).click();
    await visitor.page.getByLabel('Search all records').fill('NEEDLE');
    // Until the result arrives, the list shows the events of the previous filter.
    await rows.filter({ hasText: 'first_tool' }).waitFor();
    await expect.poll(() => rows.count()).toBe(1);
    // The exact time is in the tooltip.
    expect(await rows.first().locator('time').getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    await rows.first().getByRole('button').click();
    await visitor.page.getByLabel('Event', { exact: true }).getByText('/srv/needle.txt').first().waitFor();
    await visitor.page.getByLabel('Event', { exact: true }).getByText('Related calls').waitFor();
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('no page has a serious accessibility problem, in light colours on a wide screen or in dark colours on a phone', async () => {
    const url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.refusal('some_tool', { path: '/etc/shadow' });
    await running.refusal('some_tool', { path: `/srv/${'a-folder-with-a-long-name/'.repeat(8)}` });
    running.start('echo', { text: 'waits' });
    await visitor.open(url);
    const found: string[] = [];
    await visitor.page.keyboard.press('?');
    await visitor.page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    found.push(...(await seriousProblems(visitor.page)));
    await visitor.page.keyboard.press('Escape');
    const phone = { width: 390, height: 844 };
    for (const scheme of ['light', 'dark'] as const) {
      await visitor.page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      if (scheme === 'dark') await visitor.page.setViewportSize(phone);
      for (const name of [
        'Overview',
        'Events',
        'Approvals',
        'Policy',
        'Try a call',
        'Edit',
        'Tools',
        'Threats',
      ]) {
        const tab = visitor.page.getByRole('tab', { name });
        await ((await tab.count()) > 0 ? tab.click() : visitor.show(name));
        await visitor.page.waitForLoadState('networkidle');
        const serious = await seriousProblems(visitor.page);
        found.push(...serious.map((text) => `${scheme} ${name}: ${text}`));
        const width = await visitor.page.evaluate('document.documentElement.scrollWidth - innerWidth');
        if (Number(width) > 0) found.push(`${scheme} ${name} is ${width} pixels too wide`);
      }
    }
    await visitor.show('Events');
    await visitor.page.locator('#events button', { hasText: 'some_tool' }).first().click();
    const detail = visitor.page.getByLabel('Event', { exact: true });
    await detail.getByText('Related calls').waitFor();
    expect(await detail.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
    found.push(...(await seriousProblems(visitor.page)));
    expect(found).toEqual([]);
    await running.end();
  });

  test('with thousands of concurrent events, the page shows the newest ones and stays usable', {
    timeout: 120_000,
  }, async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    await visitor.show('Events');
    const running = home.proxy(['--server', 'notes']);
    for (let count = 0; count < 2000; count++) running.start('process');
    await running.refusal('last_of_all');
    await visitor.page.locator('#events li', { hasText: 'last_of_all' }).first().waitFor({ timeout: 60_000 });
    expect(await visitor.page.locator('#events li').count()).toBeLessThanOrEqual(500);
    await engage(visitor.page);
    expect(visitor.trouble).toEqual([]);
    await running.end();
  });

  test('a dashboard inside a proxy: a standing approval is created and revoked', async () => {
    const running = home.proxy(['--server', 'notes', '--dashboard', '0']);
    await running.said('Dashboard: http');
    const [, url = ''] = /Dashboard: (http\S+)/.exec(running.stderr) ?? [];
    await visitor.open(url);
    await visitor.show('Approvals');
    const call = running.start('echo', { a: 1 });
    await visitor.page.getByRole('button', { name: 'Always' }).click();
    expect(await running.answer(call)).toMatchObject({ result: {} });
    expect(await running.refusal('echo', { a: 1 })).toBeUndefined();
    await visitor.page.locator('#granted').getByRole('button', { name: 'Revoke' }).click();
    await visitor.page.getByText('No standing approvals').waitFor();
    expect((await home.run('approvals', 'list')).items).toEqual([]);
    const again = running.start('echo', { a: 1 });
    await visitor.page.locator('#waiting').getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(again)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });
});
