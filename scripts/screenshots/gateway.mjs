// Starts a gateway with records for the screenshots.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startUpstream } from './upstream.mjs';

const program = fileURLToPath(new URL('../../packages/cli/dist/main.cjs', import.meta.url));
export const adminToken = 'the-admin-token-of-the-pictures-0';

/** Starts a gateway with its dashboard. Returns the URL of the page and a function that stops the gateway. */
export async function startGateway(home) {
  const upstream = await startUpstream();
  writeFileSync(join(home, 'gateway.toml'), 'allow_private_upstreams = ["127.0.0.0/8"]\n');
  const child = spawn(process.execPath, [program, 'gateway', '--port', '0', '--dashboard', '0'], {
    env: { ...process.env, CLAWDEFENDER_HOME: home, HOME: home, CLAWDEFENDER_ADMIN_TOKEN: adminToken },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let printed = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed += text;
  });
  while (!printed.includes('Listening on')) await once(child.stderr, 'data');
  const [, page] = /Dashboard on (http:\/\/127\.0\.0\.1:\d+)/.exec(printed);
  const [, origin] = /Listening on (http:\/\/[\d.:]+\d)/.exec(printed);
  await createRecords(origin, upstream.url);
  return {
    page,
    async stop() {
      child.kill();
      await once(child, 'exit');
      upstream.stop();
    },
  };
}

async function createRecords(origin, upstream) {
  const send = async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const credentials = {
    tokenUrl: 'https://login.example.com/oauth2/token',
    clientId: 'gateway',
    clientSecret: 'client-secret',
    scope: 'mcp.call',
  };
  const files = await send('POST', '/api/mcp', {
    name: 'filesystem-prod',
    url: 'https://mcp.example.com/filesystem',
    authType: 'bearer',
    authToken: 'upstream-secret',
  });
  const tickets = await send('POST', '/api/mcp', {
    name: 'tickets',
    url: upstream,
    authType: 'none',
  });
  await send('POST', '/api/mcp', {
    name: 'billing',
    url: 'https://billing.example.com/mcp',
    auth: { modes: ['aifw_api_key'], injectIdentity: true, upstreamJwt: credentials },
  });
  await send('POST', `/api/mcp/${tickets.id}/tools`);
  await send('POST', `/api/mcp/${tickets.id}/re-resolve`);
  const rateLimit = {
    rule_type: 'rate_limit',
    name: 'few_deletions',
    tools: ['delete_*'],
    match_key: 'consumer',
    threshold: 2,
    timespan: 60,
    ban_after_n_exceeded: 1,
    ban_timespan: 600,
  };
  await send('PUT', `/api/mcp/${tickets.id}/rules`, { rules: [rateLimit] });
  await send('PUT', `/api/mcp/${files.id}/rules`, {
    rules: [
      rateLimit,
      { rule_type: 'response_replace', tools: ['*'], dlp_rule_id: 'credit_cards', replacement: '[card]' },
      { rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600, enabled: false },
    ],
  });
  await send('POST', '/api/keys', {
    name: 'research-agent',
    tags: [`mcp:${files.id}:tool:*`, `mcp:${files.id}:resource:*`, `mcp:${tickets.id}:tool:search_tickets`],
  });
  const { key } = await send('POST', '/api/keys', {
    name: 'nightly-report',
    tags: [`mcp:${tickets.id}:tool:list_tickets`, `mcp:${tickets.id}:tool:delete_ticket`],
  });
  // The last calls exceed the limit, so their caller is banned.
  for (let id = 1; id <= 4; id++) await callTool(`${origin}/mcp/tickets`, key, id);
  await send('POST', '/api/resources', {
    uri: 'file:///prompts/system.md',
    name: 'System prompt',
    mimeType: 'text/markdown',
    content: 'You are a helpful assistant. Always ask before you delete anything.',
    attachedMcpIds: [files.id],
  });
}

/** Calls a tool of a proxy with an API key. */
async function callTool(url, key, id) {
  const params = { name: 'delete_ticket', arguments: { id: String(id) } };
  await fetch(url, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }),
  }).then((response) => response.text());
}
