// Starts a gateway with records for the screenshots.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const program = fileURLToPath(new URL('../../packages/cli/dist/main.cjs', import.meta.url));
export const adminToken = 'the-admin-token-of-the-pictures-0';

/** Starts a gateway with its dashboard. Returns the URL of the page and a function that stops the gateway. */
export async function startGateway(home) {
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
  await createRecords(origin);
  return {
    page,
    async stop() {
      child.kill();
      await once(child, 'exit');
    },
  };
}

async function createRecords(origin) {
  const send = async (method, path, body) => {
    const response = await fetch(origin + path, {
      method,
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!response.ok) throw new Error(await response.text());
    return response.json();
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
    url: 'https://tickets.example.com/mcp',
    auth: { modes: ['aifw_api_key'], injectIdentity: true, upstreamJwt: credentials },
  });
  await send('PUT', `/api/mcp/${files.id}/rules`, {
    rules: [
      {
        rule_type: 'rate_limit',
        name: 'few_deletions',
        tools: ['delete_*'],
        match_key: 'consumer',
        threshold: 10,
        timespan: 60,
        ban_after_n_exceeded: 3,
        ban_timespan: 600,
      },
      { rule_type: 'response_replace', tools: ['*'], dlp_rule_id: 'credit_cards', replacement: '[card]' },
      { rule_type: 'static_cache', tools: ['list_dir'], cache_ttl: 600, enabled: false },
    ],
  });
  await send('POST', '/api/keys', {
    name: 'research-agent',
    tags: [`mcp:${files.id}:tool:*`, `mcp:${files.id}:resource:*`, `mcp:${tickets.id}:tool:search_tickets`],
  });
  await send('POST', '/api/keys', { name: 'nightly-report', tags: [`mcp:${tickets.id}:tool:list_tickets`] });
  await send('POST', '/api/resources', {
    uri: 'file:///prompts/system.md',
    name: 'System prompt',
    mimeType: 'text/markdown',
    content: 'You are a helpful assistant. Always ask before you delete anything.',
    attachedMcpIds: [files.id],
  });
}
