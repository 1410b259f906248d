// Runs every curl line in the document about the gateway against a real gateway with a real upstream server.

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ADMIN_TOKEN, Home } from './running-gateway.js';
import { Upstream } from './upstream.js';

const document = readFileSync(new URL('../../../../docs/gateway.md', import.meta.url), 'utf8');
const examples = [...document.matchAll(/```sh\n(curl .*?)```\n+Response: `(\d+)`([^\n]*)/gs)].map(
  ([, command = '', status, note = '']) => ({ command, status: Number(status), note }),
);

let upstream: Upstream;
let home: Home;
let origin: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  upstream = await Upstream.start({ sessions: true });
  home = new Home('allow_private_upstreams = ["127.0.0.1"]\n');
  const node = await home.start();
  origin = node.origin;
  stop = () => node.stop();
  variables['JWT'] = await signJwt();
});
afterAll(async () => {
  await stop?.();
  upstream?.close();
  home?.remove();
});

/** Signs a token as the identity provider in the document would. RFC 8037 publishes the key pair. */
async function signJwt(): Promise<string> {
  const x = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
  const d = 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A';
  return new SignJWT({})
    .setProtectedHeader({ alg: 'EdDSA', kid: 'abc' })
    .setSubject('ada')
    .setIssuer('https://login.example.com')
    .setAudience('https://gateway.example.com')
    .setExpirationTime('5m')
    .sign(await importJWK({ kty: 'OKP', crv: 'Ed25519', x, d }, 'EdDSA'));
}

/** Values from earlier responses that later lines use. */
const variables: Record<string, string> = { CLAWDEFENDER_ADMIN_TOKEN: ADMIN_TOKEN };

async function run(command: string): Promise<{ status: number; headers: string; body: string }> {
  const here = command
    .replaceAll('http://127.0.0.1:3300', origin)
    .replaceAll('https://mcp.example.com/filesystem', `${upstream.origin}/mcp`)
    .replaceAll('https://idp.example.com/oauth', upstream.origin)
    .replace(/^curl /, String.raw`curl -sS -i -w '\n%{http_code}' `);
  const child = spawn('bash', ['-ec', here], { env: { ...process.env, ...variables } });
  let printed = '';
  for await (const chunk of child.stdout.setEncoding('utf8')) printed += chunk;
  const end = printed.lastIndexOf('\n');
  const [headers = ''] = /^(?:HTTP\/.*?\r\n\r\n)+/s.exec(printed) ?? [];
  return { status: Number(printed.slice(end + 1)), headers, body: printed.slice(headers.length, end) };
}

test('the document has examples for every route of the API', async () => {
  const reply = await fetch(`${origin}/api/openapi.json`, {
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  });
  const { paths } = (await reply.json()) as { paths: Record<string, Record<string, unknown>> };
  const shown = examples.map(({ command }) => {
    const path = /127\.0\.0\.1:3300([^\s"?]*)/.exec(command)?.[1] ?? '';
    const method = /-X (\w+)/.exec(command)?.[1] ?? 'GET';
    return `${method} ${path.replace(/\$(ID|RID|KEY_ID)|nothing$/, '{id}')}`;
  });
  const routes = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
  expect(shown).toEqual(expect.arrayContaining(routes));
});

test('the commands create no proxy twice, and no proxy that the settings declare', () => {
  const created = [...document.matchAll(/gateway proxies create (\S+)/g)].map(([, name]) => name);
  const declared = [...document.matchAll(/\[\[proxy\]\]\nname = "(\S+)"/g)].map(([, name]) => name);
  const names = [...created, ...declared];
  expect(names.length).toBeGreaterThan(2);
  expect(new Set(names).size).toBe(names.length);
});

// Each example depends on the previous examples.
for (const [index, { command, status, note }] of examples.entries())
  test(`example ${index + 1}: ${command.split('\n')[0]}`, async () => {
    const { status: actual, headers, body } = await run(command);
    expect(actual, body).toBe(status);
    const [, session] = /^mcp-session-id: (\S+)/im.exec(headers) ?? [];
    if (session !== undefined) variables['SESSION'] = session;
    if (command.includes('tools/call')) expect(body).toContain('mail');
    for (const secret of ['upstream-secret', 'client-secret', 'hidden-token', 'authTokenEnc', ADMIN_TOKEN])
      expect(body).not.toContain(secret);
    const [, field] = /field `([^`]+)`/.exec(note) ?? [];
    if (field !== undefined) expect(JSON.parse(body)).toMatchObject({ field, status });
    const [, ok] = /`ok` is `(\w+)`/.exec(note) ?? [];
    if (ok !== undefined) expect(JSON.parse(body).ok, body).toBe(ok === 'true');
    if (status !== 201) return;
    const { id, key } = JSON.parse(body);
    if (command.includes('/api/mcp ')) variables['ID'] ??= id;
    if (command.includes('/api/resources ')) variables['RID'] = id;
    if (command.includes('/api/keys ')) Object.assign(variables, { KEY: key, KEY_ID: id });
  });

test('the metrics count what the examples did, and contain no secrets', async () => {
  const read = async (headers: Record<string, string>) =>
    (await fetch(`${origin}/metrics`, { headers })).text();
  expect(await read({})).not.toContain('filesystem-prod');
  const text = await read({ authorization: `Bearer ${ADMIN_TOKEN}` });
  expect(text).toMatch(/clawdefender_calls_total\{proxy="filesystem-prod",decision="\w+"\} [1-9]/);
  expect(text).toContain('clawdefender_store_available 1');
  expect(text).not.toMatch(/secret|claw_|list_dir/);
});
