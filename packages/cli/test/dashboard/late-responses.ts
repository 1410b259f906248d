// Responses of the API that arrive when the test wants, and what moves on the page when they arrive.

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
   * Loads the page again without any response, and then lets one after the other through, the last one first. Returns
   * what moves meanwhile.
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
      // The page may no longer want it.
      await route.fulfill({ response }).catch(() => {});
      await this.#drawn();
    }
    this.#isHolding = false;
    await this.#page.getByRole('status', { name: 'Loading' }).first().waitFor({ state: 'detached' });
    return this.#page.evaluate('record(shiftObserver.takeRecords()), shifts');
  }

  /** Resolves when the page has drawn its changes, and those that follow from them. */
  async #drawn(): Promise<void> {
    await this.#page.evaluate(
      'new Promise((done) => { let frames = 4; const next = () => frames-- > 0 ? requestAnimationFrame(() => setTimeout(next)) : done(); next(); })',
    );
  }
}

// Nothing is typed or clicked meanwhile, so these are the shifts that browsers count as unexpected.
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
