// Tests that a click or a key applies only to a call that the user has read, although agents choose when calls appear
// and end.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

const policy =
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[approval]\nwait = "10m"\n[injection]\nenabled = false\n';

let home: Home;
beforeEach(() => {
  home = new Home(policy);
});
afterEach(() => home.remove());

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();

  test('a call that moves to the position of another call cannot be approved by a click or a key for the other call', async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    await visitor.show('Approvals');
    const running = home.proxy(['--server', 'notes']);
    const first = running.start('echo', { text: 'harmless' });
    const cards = visitor.page.locator('#waiting article');
    const id = await cards.first().getAttribute('data-id');
    const second = running.start('echo', { text: 'delete everything' });
    await expect.poll(() => cards.count()).toBe(2);
    await cards.getByRole('button', { name: 'Approve once', disabled: false }).first().waitFor();
    const moved = visitor.page.evaluate(`new Promise((resolve) => {
      new MutationObserver(() => {
        if (document.querySelector('[data-id="${id}"]')) return;
        const button = document.querySelector('#waiting article button');
        button.click();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', bubbles: true }));
        resolve(button.textContent);
      }).observe(document.body, { childList: true, subtree: true });
    })`);
    await home.run('approvals', 'deny', String(id));
    expect(await moved).toBe('Approve once');
    expect(await running.answer(first)).toMatchObject({ error: { code: -32001 } });
    await cards.getByRole('button', { name: 'Approve once', disabled: false }).waitFor();
    expect((await home.run('approvals', 'list')).items).toMatchObject([{ state: 'pending' }]);
    await visitor.page.keyboard.press('a');
    expect(await running.answer(second)).toMatchObject({ result: {} });
    await running.end();
  });

  test('a key approves only a call that is visible', async () => {
    const { page } = visitor;
    await page.setViewportSize({ width: 1024, height: 500 });
    await visitor.open(await home.dashboard());
    await visitor.show('Approvals');
    const running = home.proxy(['--server', 'notes']);
    const opacity = page.evaluate(`new Promise((resolve) => {
      new MutationObserver(() => {
        const buttons = [...document.querySelectorAll('#waiting button:enabled')];
        const button = buttons.find(({ textContent }) => textContent === 'Approve once');
        if (button) resolve(getComputedStyle(button).opacity);
      }).observe(document.body, { childList: true, attributes: true, subtree: true });
    })`);
    const first = running.start('echo', { text: 'first' });
    const cards = page.locator('#waiting article');
    // A button has its full contrast as soon as it can be used.
    expect(await opacity).toBe('1');
    await cards.filter({ hasText: 'first' }).waitFor();
    running.start('echo', { lines: Array.from({ length: 30 }, (_, line) => `second ${line}`) });
    await expect.poll(() => cards.count()).toBe(2);
    const enabled = cards.getByRole('button', { name: 'Approve once', disabled: false });
    await expect.poll(() => enabled.count()).toBe(2);
    const isVisible = () => cards.first().evaluate((card) => card.getBoundingClientRect().bottom > 200);
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)');
    await expect.poll(isVisible).toBe(false);
    await page.keyboard.press('a');
    await expect.poll(isVisible).toBe(true);
    await expect.poll(() => enabled.count()).toBe(2);
    const { items } = await home.run('approvals', 'list');
    expect(items.map(({ state }: { state: string }) => state)).toEqual(['pending', 'pending']);
    await page.keyboard.press('a');
    expect(await running.answer(first)).toMatchObject({ result: {} });
    running.child.kill();
    await running.ended();
  });

  test('a new call cannot be approved immediately, and a click in the list below it does not revoke another approval', async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    await visitor.show('Approvals');
    const running = home.proxy(['--server', 'notes']);
    const granted = running.start('echo', { text: 'granted' });
    await visitor.page.getByRole('button', { name: 'Always' }).click();
    await running.answer(granted);
    const first = running.start('echo', { text: 'harmless' });
    const cards = visitor.page.locator('#waiting article');
    const enabled = cards.getByRole('button', { name: 'Approve once', disabled: false });
    await enabled.waitFor();
    await visitor.page.locator('#granted').getByRole('button', { name: 'Revoke', disabled: false }).waitFor();
    const appeared = visitor.page.evaluate(`new Promise((resolve) => {
      new MutationObserver(() => {
        const last = document.querySelector('#waiting article:nth-of-type(2)');
        if (last === null) return;
        for (const button of [...last.querySelectorAll('button')].slice(0, 4)) button.click();
        document.querySelector('#granted button').click();
        resolve(document.querySelector('#granted button').textContent);
      }).observe(document.body, { childList: true, subtree: true });
    })`);
    const second = running.start('echo', { text: 'delete everything' });
    expect(await appeared).toBe('Revoke');
    await expect.poll(() => enabled.count()).toBe(2);
    // A key that is held down has no effect, and neither has a key directly after the user returns to the window.
    const stillEnabled = await visitor.page.evaluate(`(async () => {
      for (const repeat of [true, false]) {
        if (!repeat) dispatchEvent(new Event('focus'));
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'a', repeat, bubbles: true }));
      }
      // The page renders in microtasks, and no timer fires before they end.
      for (let microtask = 0; microtask < 50; microtask++) await null;
      return document.querySelectorAll('#granted button:enabled').length;
    })()`);
    expect(stillEnabled).toBe(0);
    await expect.poll(() => enabled.count()).toBe(2);
    const { items } = await home.run('approvals', 'list');
    expect(items.map(({ state }: { state: string }) => state).sort()).toEqual([
      'granted',
      'pending',
      'pending',
    ]);
    // The key applies to the first call, which has not moved.
    await visitor.page.keyboard.press('a');
    expect(await running.answer(first)).toMatchObject({ result: {} });
    await cards.filter({ hasText: 'delete everything' }).getByRole('button', { name: 'Deny' }).click();
    expect(await running.answer(second)).toMatchObject({ error: { code: -32001 } });
    await running.end();
  });
});
