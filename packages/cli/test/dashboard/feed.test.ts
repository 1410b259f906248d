// Tests that the live feed loses no event when many events arrive together.

import { type AuditLog, openAuditLog } from '@claw/audit';
import type { Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { call } from '../recorded-calls.js';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';

interface LiveMessage {
  readonly type: string;
  readonly items?: readonly { readonly tool?: string }[];
  readonly skipped?: number;
}

describe.runIf(browserProgram !== undefined)('the live feed', () => {
  const visitor = useBrowser();
  let home: Home;
  let url = '';
  let log: AuditLog;
  beforeAll(async () => {
    home = new Home('version = 1\ndefault = "allow"\n');
    log = openAuditLog({ folder: home.auditFolder, server: 'notes' });
    url = await home.dashboard();
  });
  afterAll(async () => {
    log.close();
    await home.remove();
  });

  const record = (tool: string) => log.record(call(tool, {}));
  const rows = (text: string) => visitor.page.locator('#events li', { hasText: text });
  /**
   * Resolves after a matching message has arrived on the live feed, followed by two statistics messages. Then the page
   * has displayed the message.
   */
  const received = (isWanted: (message: LiveMessage) => boolean) =>
    new Promise<void>((resolve) => {
      let statistics: number | undefined;
      visitor.page.on('websocket', (socket) =>
        socket.on('framereceived', ({ payload }) => {
          const message = JSON.parse(String(payload)) as LiveMessage;
          if (isWanted(message)) statistics ??= 0;
          if (statistics !== undefined && message.type === 'statistics' && ++statistics === 2) resolve();
        }),
      );
    });
  const link = async () => {
    const { port } = new URL(url);
    return (await home.run('dashboard', '--port', port)).url as string;
  };

  test('an event that arrives while the list is loading is not lost', async () => {
    const { page } = visitor;
    const arrived = received(({ items = [] }) => items.some(({ tool }) => tool === 'while_reading'));
    // The response is older than the event, but arrives after it.
    const hold = async (route: Route) => {
      const response = await route.fetch();
      record('while_reading');
      await arrived;
      await route.fulfill({ response });
    };
    await page.route('**/api/events?*', hold, { times: 1 });
    await visitor.open(await link());
    const answered = page.waitForResponse('**/api/events?*');
    await visitor.show('Events');
    await (await answered).finished();
    await page.waitForLoadState('networkidle');
    await rows('while_reading').waitFor();
    expect(visitor.trouble).toEqual([]);
  });

  test('an event that the list contains is not counted as new while the list is paused', async () => {
    const { page } = visitor;
    const arrived = received(({ items = [] }) => items.some(({ tool }) => tool === 'arrives_twice'));
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(
      '**/api/events?*',
      async (route) => {
        record('arrives_twice');
        let response = await route.fetch();
        while (!(await response.text()).includes('arrives_twice')) response = await route.fetch();
        await Promise.all([arrived, released]);
        await route.fulfill({ response });
      },
      { times: 1 },
    );
    await visitor.open(await link());
    await visitor.show('Events');
    await page.getByRole('button', { name: 'Pause' }).click();
    release();
    await rows('arrives_twice').waitFor();
    await page.getByText('paused; 0 new events').waitFor();
    record('after_the_pause');
    await page.getByText('paused; 1 new event', { exact: true }).waitFor();
    expect(visitor.trouble).toEqual([]);
  });

  test('many events hide neither the events that match the filter nor the last event', async () => {
    const { page } = visitor;
    const flooded = received(({ skipped = 0 }) => skipped > 0);
    await visitor.open(await link());
    const { origin } = new URL(page.url());
    await page.goto(`${origin}/#/events?tool=rare_*`);
    await page.getByText('No event matches').waitFor();
    for (let part = 0; part < 10; part++) {
      record(`rare_${part}`);
      for (let count = 0; count < 600; count++) record('flood');
    }
    record('last_of_all');
    await flooded;
    for (let part = 0; part < 10; part++) await rows(`rare_${part}`).waitFor();
    await page.getByRole('button', { name: 'Clear' }).click();
    await rows('last_of_all').waitFor();
    expect(visitor.trouble).toEqual([]);
  });
});
