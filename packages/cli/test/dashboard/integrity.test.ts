// Tests that the page ignores files that another program left in the cache of the browser.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

let home: Home;
beforeEach(() => {
  home = new Home('version = 1\ndefault = "allow"\n');
});
afterEach(() => home.remove());

test('the page contains the hash of each script and style sheet', async () => {
  const { origin } = new URL(await home.dashboard());
  const html = await (await fetch(origin)).text();
  const tags = [...html.matchAll(/<(?:script|link)\b[^>]*\/assets\/[^>]*\.(?:js|css)"[^>]*>/g)].map(
    ([tag]) => tag,
  );
  expect(tags.length).toBeGreaterThan(1);
  for (const tag of tags) expect(tag).toMatch(/ integrity="sha384-[\w+/]{64}"/);
});

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();

  test('a script or style sheet of another program with the same URL is not used', async () => {
    const url = await home.dashboard();
    await visitor.page.route('**/assets/*', async (route) => {
      const isScript = route.request().url().endsWith('.js');
      await route.fulfill({
        contentType: isScript ? 'text/javascript' : 'text/css',
        body: isScript ? 'globalThis.stranger = true' : 'body { color: red }',
      });
    });
    await visitor.page.goto(url);
    await expect.poll(() => visitor.trouble.filter((text) => /integrity/.test(text)).length).toBe(2);
    expect(await visitor.page.evaluate('globalThis.stranger')).toBeUndefined();
  });
});
