// Tests signing in and out in a tab that shows the dashboard.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

let home: Home;
beforeEach(() => {
  home = new Home('version = 1\ndefault = "allow"\n');
});
afterEach(() => home.remove());

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();

  test('signing out removes the data from the page, and says so if the dashboard cannot be reached', async () => {
    await visitor.open(await home.dashboard());
    await visitor.page.route('**/api/session', (route) => route.abort());
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.page.getByText('the dashboard could not be reached').waitFor();
    expect(await visitor.page.locator('nav, section').count()).toBe(0);
    expect(await visitor.page.evaluate('localStorage.getItem("clawdefender-page")')).toBeNull();
  });

  test('a link in a tab that already shows the dashboard signs in and leaves no token in the address', async () => {
    const url = await home.dashboard();
    await visitor.open(url);
    const { origin, port } = new URL(url);
    const keyBefore = await visitor.page.evaluate('localStorage.getItem("clawdefender-page")');
    const { url: second } = await home.run('dashboard', '--port', port);
    const entries = await visitor.page.evaluate('history.length');
    await visitor.page.evaluate(`location.replace(${JSON.stringify(second)})`);
    await expect
      .poll(() => visitor.page.evaluate('localStorage.getItem("clawdefender-page")'))
      .not.toBe(keyBefore);
    expect(visitor.page.url()).toBe(`${origin}/`);
    expect(await visitor.page.evaluate('history.length')).toBe(entries);
    await visitor.page.getByText('live', { exact: true }).waitFor();
    await visitor.page.getByRole('button', { name: 'Sign out' }).click();
    await visitor.page.getByText('You are signed out').waitFor();
    const { url: third } = await home.run('dashboard', '--port', port);
    await visitor.page.evaluate(`location.replace(${JSON.stringify(third)})`);
    await visitor.page.getByText('live', { exact: true }).waitFor();
    // A used link shows a message instead of doing nothing.
    await visitor.page.evaluate(`location.replace(${JSON.stringify(third)})`);
    await visitor.page.getByText('This link has already been used').waitFor();
    expect(visitor.page.url()).toBe(`${origin}/`);
  });
});
