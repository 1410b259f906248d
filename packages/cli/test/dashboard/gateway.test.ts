// Tests the page of a gateway with a real gateway and a real server: every action, and its effect on callers.

import { generateKeyPairSync } from 'node:crypto';
import { exportJWK } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  ADMIN_TOKEN,
  type GatewayNode,
  GatewayNodes,
  toolCall,
} from '../gateway/data-plane/gateway-nodes.js';
import { Upstream } from '../gateway/upstream.js';
import { seriousProblems } from './axe.js';
import { browserProgram, useBrowser } from './browser.js';
import { LateResponses } from './late-responses.js';

describe.runIf(browserProgram !== undefined)('the page of a gateway', () => {
  const visitor = useBrowser({ permissions: ['clipboard-read', 'clipboard-write'] });
  const nodes = new GatewayNodes();
  let upstream: Upstream;
  let node: GatewayNode;
  let dashboard = '';
  beforeAll(async () => {
    upstream = await Upstream.start();
    node = await nodes.start('--dashboard', '0');
    [, dashboard = ''] = /Dashboard on (http:\/\/127\.0\.0\.1:\d+)/.exec(node.printed) ?? [];
  }, 60_000);
  afterAll(async () => {
    await nodes.stop();
    upstream.close();
  });
  beforeEach(async () => {
    const { page } = visitor;
    await page.goto(dashboard);
    await page.getByLabel('admin token').fill(ADMIN_TOKEN);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('live', { exact: true }).waitFor();
    // The first requests are rejected, because there was no session yet.
    visitor.trouble = [];
    await visitor.show('Gateway');
  });
  const button = (name: string) => visitor.page.getByRole('button', { name, exact: true });
  const tab = (name: string) => visitor.page.getByRole('tab', { name }).click();
  const dialog = () => visitor.page.getByRole('dialog');

  test('only an admin token of the gateway signs in', async () => {
    const page = await (await visitor.browser.newContext()).newPage();
    await page.goto(dashboard);
    await page.getByLabel('admin token').fill('wrong');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByText('This is not an admin token of the gateway.').waitFor();
    expect(await page.locator('nav').count()).toBe(0);
    await page.context().close();
  });

  test('a proxy is created, its credentials are tested, its tools are discovered and its host is resolved', async () => {
    const { page } = visitor;
    await page.getByText('No proxies yet').waitFor();
    await button('New proxy').click();
    await dialog().getByLabel('Name').fill('files');
    await dialog().getByLabel('URL of the MCP server').fill('http://169.254.169.254/latest');
    await button('Create').click();
    // An error is shown next to its field.
    await dialog().getByLabel('URL of the MCP server').and(page.locator('[aria-invalid="true"]')).waitFor();
    await dialog().getByLabel('URL of the MCP server').fill(`${upstream.origin}/mcp`);

    await dialog().getByLabel('JWTs').check();
    await dialog().getByLabel('Public keys (JWKS)').fill('{}');
    await button('Check the keys').click();
    await dialog().getByText('✗').waitFor();
    const { publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const key = { ...(await exportJWK(publicKey)), kid: 'first', alg: 'RS256', use: 'sig' };
    await dialog()
      .getByLabel('Public keys (JWKS)')
      .fill(JSON.stringify({ keys: [key] }));
    await button('Check the keys').click();
    await dialog().getByText('1 usable key: first RSA RS256').waitFor();

    await dialog().getByLabel('The identity of the caller').check();
    await dialog().getByLabel('A token from OAuth2 client credentials').check();
    expect(await button('Test fetch').isDisabled()).toBe(true);
    await dialog().getByLabel('Token URL').fill(`${upstream.origin}/token`);
    await dialog().getByLabel('Client id').fill('gateway');
    await dialog().getByLabel('Client secret').fill('a-client-secret');
    await button('Test fetch').click();
    await dialog().getByText('Received a Bearer token, valid for 5 min').waitFor();
    await button('Create').click();
    const card = page.locator('#proxies > li', { hasText: 'files' });
    await card.getByText('a token from OAuth2 client credentials').waitFor();
    expect(await page.content()).not.toMatch(/a-client-secret|hidden-token/);

    // The stored secret does not change when other fields change.
    await card.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('JWTs').uncheck();
    await button('Save').click();
    await dialog().waitFor({ state: 'detached' });
    await card.getByRole('button', { name: 'Resolve now' }).click();
    await card.getByText('127.0.0.1', { exact: true }).waitFor();
    await card.getByRole('button', { name: 'Discover tools' }).click();
    await card.getByText('1 tool').click();
    await card.getByText('list_dir').waitFor();
    const { json } = await node.admin('GET', '/api/mcp/files');
    expect(json.auth).toMatchObject({ modes: ['aifw_api_key'], upstreamJwt: { clientId: 'gateway' } });
    expect(visitor.trouble.filter((text) => !text.includes('400'))).toEqual([]);
  });

  test('a key is created and shown once, rules take effect immediately, and a ban is lifted', async () => {
    const { page } = visitor;
    await tab('Keys');
    await button('New key').click();
    await dialog().getByLabel('Name of the key').fill('agent');
    await dialog().getByLabel('files', { exact: true }).check();
    await dialog().getByLabel('Tools of files').fill('list_dir, read_file');
    await button('Create').click();
    const key = (await dialog().locator('#created-key').textContent()) ?? '';
    await button('Copy key').click();
    expect(await page.evaluate('navigator.clipboard.readText()')).toBe(key);
    await button('Done').click();
    await page.locator('#keys', { hasText: 'files: tool list_dir' }).waitFor();
    expect(await page.content()).not.toContain(key);
    const call = async () => (await node.call('files', key, toolCall('list_dir'))).status;
    expect((await node.call('files', key, toolCall('list_dir'))).json.result.isError).not.toBe(true);

    await tab('Proxies');
    await button('Rules').click();
    await page.getByLabel('Add a rule').waitFor();
    // The first Tab key selects the first control of the dialog.
    expect(await page.evaluate('document.activeElement.tagName')).toBe('DIALOG');
    await page.getByLabel('Add a rule').selectOption('ip_acl');
    const text = dialog().getByLabel('Rule 1, as JSON');
    await text.fill('{ "rule_type": "ip_acl"');
    await dialog().getByText('This is not a JSON object.').waitFor();
    expect(await button('Save rules').isDisabled()).toBe(true);
    await text.fill('{ "rule_type": "ip_acl", "tools": ["*"], "action": "allow", "cidrs": ["10.0.0.0/33"] }');
    await button('Save rules').click();
    await dialog().locator('#rules li', { hasText: 'is not an IP address' }).waitFor();
    await button('Remove').click();
    await page.getByLabel('Add a rule').selectOption('static_cache');
    await page.getByLabel('Add a rule').selectOption('rate_limit');
    await dialog()
      .getByLabel('Rule 2, as JSON')
      .fill(
        JSON.stringify({
          rule_type: 'rate_limit',
          name: 'few',
          tools: ['*'],
          match_key: 'consumer',
          threshold: 1,
          timespan: 60,
          ban_after_n_exceeded: 1,
          ban_timespan: 600,
        }),
      );
    await dialog().getByRole('button', { name: 'Move up' }).last().click();
    await button('Save rules').click();
    await dialog().getByText('The rules are active').waitFor();
    const { json } = await node.admin('GET', '/api/mcp/files/rules');
    expect(json.rules.map((rule: { rule_type: string }) => rule.rule_type)).toEqual([
      'rate_limit',
      'static_cache',
    ]);
    await button('Remove cached results').click();
    await dialog().getByText('The next call goes to the server').waitFor();
    await button('Close').click();
    await page.locator('#proxies').getByText('rate_limit, static_cache', { exact: true }).waitFor();

    await expect.poll(call).toBe(429);
    await tab('Bans');
    const ban = page.locator('#bans li', { hasText: 'few' });
    await ban.getByText('agent', { exact: true }).waitFor();
    await ban.getByRole('button', { name: 'Lift the ban' }).click();
    await page.getByText('No caller is banned').waitFor();
    expect(await call()).toBe(200);

    await tab('Keys');
    await page.locator('#keys').getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No keys yet').waitFor();
    expect(await call()).toBe(401);
    expect(visitor.trouble.filter((line) => !line.includes('400'))).toEqual([]);
  });

  test('a resource is created, changed and deleted, and a proxy is deleted with its records', async () => {
    const { page } = visitor;
    await tab('Resources');
    await button('New resource').click();
    await dialog().getByLabel('Name of the resource').fill('System prompt');
    await dialog().getByLabel('URI').fill('file:///prompts/system.md');
    await dialog().getByLabel('Content').fill('Be helpful.');
    await dialog().getByLabel('files').check();
    await button('Create').click();
    const row = page.locator('#resources li', { hasText: 'System prompt' });
    await row.getByText('files', { exact: true }).waitFor();
    await row.getByRole('button', { name: 'Edit' }).click();
    await dialog().getByLabel('Content').fill('Be brief.');
    await button('Save').click();
    await row.getByText('9 characters').waitFor();

    // All controls are accessible and fit on the screen of a phone.
    const found: string[] = [];
    for (const scheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const name of ['Keys', 'Bans', 'Resources', 'Proxies']) {
        await tab(name);
        found.push(...(await seriousProblems(page)).map((problem) => `${scheme} ${name}: ${problem}`));
      }
      await button('Rules').click();
      await page.locator('#rules').waitFor();
      found.push(...(await seriousProblems(page)).map((problem) => `${scheme} rules: ${problem}`));
      await button('Close').click();
    }
    expect(found).toEqual([]);
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    await page.setViewportSize({ width: 1280, height: 800 });

    await page.locator('#proxies').getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No proxies yet').waitFor();
    await tab('Resources');
    await row.getByText('not attached to a proxy').waitFor();
    await row.getByRole('button', { name: 'Delete' }).click();
    await dialog().getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No resources yet').waitFor();
    expect(visitor.trouble).toEqual([]);
    // Each change is in the audit log and in the list of events.
    await page.goto(`${dashboard}/#/events`);
    for (const change of ['delete proxy files', 'delete resource System prompt', 'delete key agent'])
      await page.locator('#events li', { hasText: change }).waitFor();
  });

  test('nothing moves when responses arrive late, on a wide screen and on a phone', async () => {
    const { page } = visitor;
    const { status } = await node.admin('POST', '/api/mcp', { name: 'late', url: `${upstream.origin}/mcp` });
    expect(status).toBe(201);
    const rules = [{ rule_type: 'static_cache', tools: ['*'], cache_ttl: 60 }];
    await node.admin('PUT', '/api/mcp/late/rules', { rules });
    const late = await LateResponses.of(page);
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 2400 });
      expect(await late.reload()).toEqual([]);
    }
  });
});
