// Delays responses of the API until the test releases them, and records what moves on the page when they arrive.

import type { Page, Route } from 'playwright-core';

export class LateResponses {
  readonly #page: Page;
  readonly #held: Route[] = [];
  #isHolding = false;

  private constructor(page: Page) {
    this.#page = page;
  }

  static async of(page: Page): Promise<LateResponses> {
    const late = new LateResponses(page);
    await page.addInitScript(recordShifts);
    await page.route('**/api/**', (route) => {
      if (late.#isHolding) late.#held.push(route);
      else void route.continue();
    });
    return late;
  }

  /**
   * Loads the page again while all responses are held, and then releases them one after another, the last one first.
   * Returns what moves on the page.
   */
  async reload(): Promise<readonly string[]> {
    this.#held.length = 0;
    this.#isHolding = true;
    await this.#page.reload();
    await this.#page.getByText('live', { exact: true }).waitFor();
    await this.#page.getByRole('main').waitFor();
    await this.#drawn();
    await this.#page.evaluate('shiftObserver.takeRecords(), shifts.length = 0');
    for (let route = this.#held.pop(); route !== undefined; route = this.#held.pop()) {
      const response = await route.fetch();
      // The page may have cancelled the request.
      await route.fulfill({ response }).catch(() => {});
      await this.#drawn();
    }
    this.#isHolding = false;
    await this.#page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    return this.#page.evaluate('record(shiftObserver.takeRecords()), shifts');
  }

  /** Resolves when the page has rendered its changes, including subsequent ones. */
  async #drawn(): Promise<void> {
    await this.#page.evaluate(
      'new Promise((done) => { let frames = 4; const next = () => frames-- > 0 ? requestAnimationFrame(() => setTimeout(next)) : done(); next(); })',
    );
  }
}

// The test does not type or click during this time, so browsers report all layout shifts as unexpected.
const recordShifts = `globalThis.shifts = [];
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
  const name = (node) => node?.outerHTML?.slice(0, 120) ?? node?.textContent?.slice(0, 120);
  globalThis.record = (entries) => {
    for (const { sources } of entries)
      for (const { node, previousRect, currentRect } of sources)
        shifts.push(box(previousRect) + ' → ' + box(currentRect) + ' ' + name(node));
  };
  globalThis.shiftObserver = new PerformanceObserver((list) => record(list.getEntries()));
  shiftObserver.observe({ type: 'layout-shift' });`;
