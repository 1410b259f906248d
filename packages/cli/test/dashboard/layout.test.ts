// Tests that nothing on a page moves when its data arrives late. Otherwise a user could click something else than
// intended.

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { browserProgram, useBrowser } from './browser.js';
import { Home } from './home.js';
import { LateResponses } from './late-responses.js';

const policy =
  'version = 1\ndefault = "allow"\n[[rule]]\nname = "ask_me"\naction = "prompt"\ntool = "echo"\nmessage = "Echo?"\n[approval]\nwait = "10m"\n[injection]\nenabled = false\n';

/** The windows are higher than the pages, because browsers report only shifts of visible elements. */
const sizes = {
  'a wide window': { width: 1440, height: 2400 },
  'a narrow window': { width: 1024, height: 2800 },
  'a phone': { width: 390, height: 4800 },
};

describe.runIf(browserProgram !== undefined)('in a browser', () => {
  const visitor = useBrowser();
  const home = new Home(policy);
  let url = '';
  beforeAll(async () => {
    mkdirSync(join(home.folder, '.cursor'));
    const servers = { bare: { command: 'node', args: ['bare.js'] } };
    writeFileSync(join(home.folder, '.cursor', 'mcp.json'), JSON.stringify({ mcpServers: servers }));
    url = await home.dashboard();
    const running = home.proxy(['--server', 'notes']);
    await running.refusal('some_tool', { path: '/etc/shadow' });
    running.start('echo', { text: 'waits' });
    // Events that arrive later would be new lines at the top of their list.
    await vi.waitFor(async () => expect((await home.run('approvals', 'list')).items).toHaveLength(1), {
      timeout: 30_000,
    });
  });
  afterAll(() => home.remove());

  for (const [name, size] of Object.entries(sizes))
    test(`no page moves in ${name} when responses arrive late`, { timeout: 120_000 }, async () => {
      const { page } = visitor;
      await page.setViewportSize(size);
      const late = await LateResponses.of(page);
      const { url: link } = await home.run('dashboard', '--port', new URL(url).port);
      await visitor.open(link);
      const moved: string[] = [];
      for (const path of ['overview', 'events', 'approvals', 'policy', 'tools', 'threats']) {
        await page.evaluate(`location.hash = '#/${path}'`);
        moved.push(...(await late.reload()).map((shift) => `${path}: ${shift}`));
      }
      expect(moved).toEqual([]);
      expect(visitor.trouble).toEqual([]);
    });
});
