// Opens the page of a dashboard in a real browser. The tests of a file share one browser; each test has its own window.

import { spawnSync } from 'node:child_process';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';

export const browserProgram = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version']).error === undefined,
);
if (browserProgram === undefined) {
  if (process.env['CI']) throw new Error('no browser; install the package `chromium`');
  console.warn(
    'SKIPPED: the page of the dashboard, because there is no Chromium; install the package `chromium`',
  );
}

export class Visitor {
  browser!: Browser;
  page!: Page;
  /** Errors, dialogs and blocked content of the page. A test expects that there are none. */
  trouble: string[] = [];

  watch(page: Page): void {
    page.on('pageerror', ({ message }) => this.trouble.push(message));
    page.on('dialog', (dialog) => this.trouble.push(dialog.message()));
    page.on('console', (message) => {
      if (message.type() === 'error' || /Content Security/.test(message.text()))
        this.trouble.push(message.text());
    });
  }

  /** Opens a link of a dashboard. */
  async open(url: string): Promise<void> {
    await this.page.goto(url);
    await this.page.getByText('live', { exact: true }).waitFor();
  }

  /** Opens a page by its name in the navigation. */
  show(name: string): Promise<void> {
    return this.page.getByRole('navigation').getByRole('link', { name }).first().click();
  }
}

/** Starts the browser before the tests of a file and closes it afterwards. */
export function useBrowser(options: BrowserContextOptions = {}): Visitor {
  const visitor = new Visitor();
  beforeAll(async () => {
    const executablePath = spawnSync('which', [browserProgram ?? ''])
      .stdout.toString()
      .trim();
    // Simulates a host name of an attacker that resolves to this machine.
    const args = ['--no-sandbox', '--host-resolver-rules=MAP rebound.example 127.0.0.1'];
    visitor.browser = await chromium.launch({ executablePath, args });
  });
  afterAll(() => visitor.browser?.close());
  beforeEach(async () => {
    visitor.page = await (await visitor.browser.newContext(options)).newPage();
    // This limit is shorter than the time limit of a test, so that the failure names the missing element.
    visitor.page.setDefaultTimeout(20_000);
    visitor.trouble = [];
    visitor.watch(visitor.page);
  });
  afterEach(() => visitor.page?.context().close());
  return visitor;
}
