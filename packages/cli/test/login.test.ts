// Tests the built program with a real OAuth provider and a real server: log in, call through the proxy, revoke the
// login, and log in again.

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, onTestFinished, test } from 'vitest';
import { followRedirect, signIn } from '../../auth/test/browser.js';
import { type ProviderOptions, TestProvider } from '../../auth/test/provider.js';
import { TestResource } from '../../auth/test/resource.js';
import { Home } from './clients/home.js';
import { programFile } from './compatibility/command.js';
import { policyFile } from './homes.js';

interface Place {
  readonly provider: TestProvider;
  readonly resource: TestResource;
  readonly home: string;
  readonly env: Record<string, string>;
}

interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

async function setUp(options: ProviderOptions = {}): Promise<Place> {
  const provider = await TestProvider.start(options);
  const resource = await TestResource.start(provider);
  const home = mkdtempSync(join(tmpdir(), 'claw-login-'));
  const user = mkdtempSync(join(tmpdir(), 'claw-user-'));
  copyFileSync(policyFile('open'), join(home, 'policy.toml'));
  onTestFinished(async () => {
    await resource.stop();
    await provider.pause();
    for (const folder of [home, user]) rmSync(folder, { recursive: true, force: true });
  });
  const { PATH = '' } = process.env;
  return { provider, resource, home, env: { PATH, HOME: user, CLAWDEFENDER_HOME: home } };
}

const start = ({ env }: Pick<Place, 'env'>, words: readonly string[]): ChildProcess =>
  spawn(process.execPath, [programFile(), ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });

/** Runs a command until it exits; a callback can read its stderr line by line. */
async function run(
  place: Pick<Place, 'env'>,
  words: readonly string[],
  onLine: (line: string) => void = () => {},
): Promise<Ended> {
  const child = start(place, words);
  const said = { stdout: '', stderr: '' };
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said.stdout += text;
  });
  const lines = createInterface({ input: child.stderr as NodeJS.ReadableStream });
  lines.on('line', (line) => {
    said.stderr += `${line}\n`;
    onLine(line);
  });
  const [code] = await once(child, 'close');
  return { code, ...said };
}

const linkIn = (line: string): string | undefined => /https?:\/\/\S+\/auth\?\S+/.exec(line)?.[0];

/** Logs in as a user would: opens the link from stderr and signs in there. */
const logIn = (place: Place, words: readonly string[] = []): Promise<Ended> =>
  run(place, ['login', place.resource.url, ...words], (line) => {
    const link = linkIn(line);
    if (link !== undefined) void signIn(link).then(followRedirect);
  });

/** Connects a client that starts `proxy --url` as its server. */
async function connectByPipes(place: Place, words: readonly string[] = []) {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [programFile(), 'proxy', '--url', place.resource.url, ...words],
    env: place.env,
    stderr: 'pipe',
  });
  let stderr = '';
  transport.stderr?.on('data', (chunk: Buffer) => {
    stderr += chunk.toString();
  });
  const client = new Client({ name: 'test', version: '1' });
  onTestFinished(() => client.close());
  return { client, connect: () => client.connect(transport), stderr: () => stderr };
}

async function listen(place: Place, words: readonly string[] = []): Promise<string> {
  const child = start(place, ['proxy', '--listen', '127.0.0.1:0', '--url', place.resource.url, ...words]);
  onTestFinished(async () => {
    child.kill();
    if (child.exitCode === null) await once(child, 'close');
  });
  for await (const line of createInterface({ input: child.stderr as NodeJS.ReadableStream })) {
    const [, address] = /Listening on (\S+)/.exec(line) ?? [];
    if (address !== undefined) return address;
  }
  throw new Error('it does not listen');
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

const callRead = (client: Client) => client.callTool({ name: 'read', arguments: {} });

/** Returns the last access token that the remote server has received. */
async function tokensOf({ resource }: Place): Promise<string> {
  return resource.tokens.at(-1) as string;
}

describe('login → proxy --url → a tool call', () => {
  test('over stdio, with the SDK: calls fail without a login, succeed with a login, and fail with a clear error after revocation', async () => {
    const place = await setUp();
    const before = await connectByPipes(place);
    await expect(before.connect()).rejects.toMatchObject({
      code: -32003,
      message: expect.stringContaining(`requires a login. Run \`clawdefender login ${place.resource.url}\``),
    });
    expect(before.stderr()).toMatch(/requires a login. Run `clawdefender login http/);

    const { code, stdout, stderr } = await logIn(place);
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Waiting up to 5 minutes'),
    });
    expect(stdout).toMatch(
      /^Logged in to http:\S+\/team\/mcp \(http:\S+\) until \S+, renewed automatically\n$/,
    );

    const { client, connect } = await connectByPipes(place);
    await connect();
    expect(textOf(await callRead(client))).toBe('read done');

    // Revokes only the access token. A refresh replaces it without an error for the client.
    await place.provider.revokeAccess(await tokensOf(place));
    expect(textOf(await callRead(client))).toBe('read done');

    // Revokes the complete login.
    const [item] = JSON.parse((await run(place, ['login', '--list', '--json'])).stdout).items;
    expect(item).toMatchObject({ server: place.resource.url, state: 'valid', renewable: true });
    for (const token of place.resource.tokens) await place.provider.revokeAccess(token);
    place.provider.intercept = ({ url }, response) => {
      if (url !== '/token') return false;
      response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":"invalid_grant"}');
      return true;
    };
    await expect(callRead(client)).rejects.toMatchObject({
      code: -32003,
      message: expect.stringMatching(/has ended \(invalid_grant\)\. Run `clawdefender login http/),
    });
    const over = JSON.parse((await run(place, ['login', '--list', '--json'])).stdout).items;
    expect(over).toMatchObject([{ state: 'over', renewable: false }]);

    // The user logs in from another terminal, and the running client continues automatically.
    place.provider.intercept = () => false;
    expect((await logIn(place)).code).toBe(0);
    expect(textOf(await callRead(client))).toBe('read done');
    expect(place.resource.called).toEqual(['read', 'read', 'read']);
  });

  test('over HTTP: the client gets no information about the upstream login', async () => {
    const place = await setUp();
    const address = await listen(place);
    const post = async (headers: Record<string, string> = {}) =>
      fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      });
    for (const headers of [{}, { authorization: 'Bearer of-the-client' }]) {
      const answer = await post(headers);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('www-authenticate')).toBeNull();
      expect(await answer.json()).toMatchObject({ error: { code: -32003 } });
    }
    for (const path of ['', '/mcp', '/team/mcp'])
      expect((await fetch(new URL(`/.well-known/oauth-protected-resource${path}`, address))).status).toBe(
        404,
      );
    expect((await fetch(new URL('/.well-known/oauth-authorization-server', address))).status).toBe(404);
    await logIn(place);
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StreamableHTTPClientTransport(new URL(address));
    await client.connect(transport as Parameters<Client['connect']>[0]);
    expect(textOf(await callRead(client))).toBe('read done');
    await client.close();
  });

  test('a token for the proxy is not sent upstream', async () => {
    const place = await setUp();
    await logIn(place);
    const address = await listen(place, ['--token', 'for-us']);
    const body = '{"jsonrpc":"2.0","id":1,"method":"ping"}';
    expect((await fetch(address, { method: 'POST', body })).status).toBe(401);
    const client = new Client({ name: 'test', version: '1' });
    const requestInit = { headers: { Authorization: 'Bearer for-us' } };
    const transport = new StreamableHTTPClientTransport(new URL(address), { requestInit });
    await client.connect(transport as Parameters<Client['connect']>[0]);
    expect(textOf(await callRead(client))).toBe('read done');
    expect(place.resource.tokens).not.toContain('for-us');
    await client.close();
  });

  test('a configured token takes precedence over a login', async () => {
    const place = await setUp();
    await logIn(place);
    const { connect } = await connectByPipes(place, ['--header', 'Authorization: Bearer configured']);
    await expect(connect()).rejects.toMatchObject({
      message: expect.stringMatching(/check the configured token/),
    });
    expect(place.resource.tokens).toEqual(['configured']);
  });

  test('if scopes are missing, the error names the command, the next login requests them, and the call succeeds', async () => {
    const place = await setUp();
    await logIn(place);
    const { client, connect } = await connectByPipes(place);
    await connect();
    const callWrite = () => client.callTool({ name: 'write', arguments: {} });
    await expect(callWrite()).rejects.toMatchObject({
      code: -32003,
      message: expect.stringMatching(/requires a scope .*clawdefender login/),
    });
    const { stderr } = await logIn(place);
    expect(stderr).toContain('requesting `tools:read tools:write offline_access`');
    expect(textOf(await callWrite())).toBe('write done');
  });
});

describe('refreshing tokens', () => {
  test('two concurrent proxies refresh the token once, and both continue', async () => {
    const place = await setUp();
    await logIn(place);
    const proxies = await Promise.all([connectByPipes(place), connectByPipes(place), connectByPipes(place)]);
    for (const { connect } of proxies) await connect();
    for (let round = 1; round <= 3; round++) {
      const before = place.provider.grants;
      await place.provider.revokeAccess(await tokensOf(place));
      const results = await Promise.all(
        proxies.flatMap(({ client }) => [callRead(client), callRead(client)]),
      );
      expect(results.map(textOf)).toEqual(Array(6).fill('read done'));
      expect(place.provider.grants).toBe(before + 1);
    }
  });

  test('the error names an unavailable provider, and calls succeed when the provider is available again', async () => {
    const place = await setUp();
    await logIn(place);
    const { client, connect } = await connectByPipes(place);
    await connect();
    await place.provider.revokeAccess(await tokensOf(place));
    await place.provider.pause();
    await expect(callRead(client)).rejects.toMatchObject({
      code: -32003,
      message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. The call was not forwarded/),
    });
    await place.provider.resume();
    expect(textOf(await callRead(client))).toBe('read done');
  });
});

describe('storage', () => {
  const filesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((name) => join(folder, name))
      .filter((file) => statSync(file).isFile());

  test('tokens are not stored or printed in plain text, and the key file is private', async () => {
    const place = await setUp();
    const { stdout, stderr } = await logIn(place);
    const { client, connect, stderr: said } = await connectByPipes(place);
    await connect();
    await callRead(client);
    const token = await tokensOf(place);
    for (const file of filesOf(place.home)) expect(readFileSync(file).includes(token), file).toBe(false);
    expect(stdout + stderr + said()).not.toContain(token);
    expect(statSync(join(place.home, 'secret.key')).mode & 0o777).toBe(0o600);
  });

  test('with a key from the environment, no key file is written, and another key decrypts nothing', async () => {
    const place = await setUp();
    const env = { ...place.env, CLAWDEFENDER_SECRET_KEY: 'a'.repeat(40) };
    expect((await logIn({ ...place, env })).code).toBe(0);
    expect(readdirSync(place.home)).not.toContain('secret.key');
    const { connect } = await connectByPipes({
      ...place,
      env: { ...env, CLAWDEFENDER_SECRET_KEY: 'b'.repeat(40) },
    });
    await expect(connect()).rejects.toMatchObject({
      message: expect.stringMatching(/was encrypted with another key/),
    });
  });

  test('a key file that others can read is rejected', async () => {
    const place = await setUp();
    writeFileSync(join(place.home, 'secret.key'), `${'c'.repeat(40)}\n`, { mode: 0o644 });
    const { code, stderr } = await logIn(place);
    expect({ code, stderr }).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/other users can read the file\. Run `chmod 600/),
    });
  });
});

describe('the commands', () => {
  test('--json, by the name in the configuration of a client, and logout', async () => {
    const place = await setUp();
    const file = join(place.env['HOME'] as string, '.cursor', 'mcp.json');
    mkdirSync(join(file, '..'));
    const servers = {
      team: { url: place.resource.url },
      wrapped: {
        command: 'clawdefender',
        args: ['proxy', '--server', 'wrapped', '--url', place.resource.url],
      },
      local: { command: 'node', args: ['x.js'] },
    };
    writeFileSync(file, JSON.stringify({ mcpServers: servers }));
    for (const name of ['team', 'wrapped']) {
      const { code, stdout } = await run(place, ['login', name, '--json', '--no-browser'], (line) => {
        const link = linkIn(line);
        if (link !== undefined) void signIn(link).then(followRedirect);
      });
      expect({ code, ...JSON.parse(stdout) }).toMatchObject({
        code: 0,
        server: place.resource.url,
        issuer: place.provider.issuer,
        state: 'valid',
        renewable: true,
      });
    }
    expect((await run(place, ['login', 'taem'])).stderr).toMatch(/Did you mean `team`\?/);
    expect((await run(place, ['login', 'local'])).stderr).toMatch(/runs on this machine and needs no login/);

    // A cloned repository has a server with the same name as another server.
    const project = join(place.env['HOME'] as string, 'cloned');
    mkdirSync(project);
    const foreign = { theirs: { type: 'http', url: 'https://evil.example/mcp' } };
    writeFileSync(join(project, '.mcp.json'), JSON.stringify({ mcpServers: foreign }));
    const claude = {
      mcpServers: { team: { type: 'http', url: 'https://other.example/mcp' } },
      projects: { [project]: {} },
    };
    writeFileSync(join(place.env['HOME'] as string, '.claude.json'), JSON.stringify(claude));
    expect((await run(place, ['login', 'theirs'])).stderr).toMatch(/a project file\. Use its URL/);
    expect((await run(place, ['login', 'team'])).stderr).toMatch(/several URLs .*other\.example/);
    rmSync(join(place.env['HOME'] as string, '.claude.json'));

    const out = await run(place, ['logout', 'team', '--json']);
    expect({ code: out.code, ...JSON.parse(out.stdout) }).toEqual({
      code: 0,
      items: [{ server: place.resource.url, revoked: true }],
    });
    expect((await run(place, ['logout', 'team'])).code).toBe(1);
    expect(await run(place, ['logout', '--all', '--json'])).toMatchObject({
      code: 0,
      stdout: '{"items":[]}\n',
    });
    expect((await run(place, ['login', '--list'])).stdout).toBe('No logins stored.\n');
  });

  test('logout while the provider is unavailable deletes the tokens, reports the error, and exits with 1', async () => {
    const place = await setUp();
    await logIn(place);
    await place.provider.pause();
    const { code, stderr } = await run(place, ['logout', '--all']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /deleted here, but could not be revoked at the provider: .*cannot be reached/,
      ),
    });
    expect((await run(place, ['login', '--list'])).stdout).toBe('No logins stored.\n');
  });

  test('without dynamic registration, the error names the options, and a configured client works', async () => {
    const client = { id: 'by-hand', secret: 'the secret of a configured client' };
    const place = await setUp({ registration: false, client });
    const refused = await logIn(place);
    expect(refused).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/register a client there.*`clawdefender login http\S+ --client-id ID`/),
    });
    const env = { ...place.env, TEAM_SECRET: client.secret };
    const words = ['--client-id', 'by-hand', '--client-secret-env', 'TEAM_SECRET'];
    expect((await logIn({ ...place, env }, words)).code).toBe(0);
  });

  const wrong = [
    { name: 'without a server', words: ['login'], stderr: /Name one server or its URL/ },
    { name: 'with two servers', words: ['login', 'a', 'b'], stderr: /Name one server or its URL/ },
    {
      name: 'with a secret, but without a client id',
      words: ['login', 'http://127.0.0.1/', '--client-secret-env', 'X'],
      stderr: /needs `--client-id`/,
    },
    {
      name: 'with a variable that is not set',
      words: ['login', 'http://127.0.0.1/', '--client-id', 'x', '--client-secret-env', 'NO_SUCH'],
      stderr: /is not set/,
    },
    {
      name: 'with an invalid port',
      words: ['login', 'http://127.0.0.1/', '--port', '99999'],
      stderr: /Invalid value for `--port`/,
    },
    { name: 'with a misspelled option', words: ['login', '--lst'], stderr: /--list/ },
    { name: 'logout without a server', words: ['logout'], stderr: /or use `--all`/ },
    { name: 'logout with a server and `--all`', words: ['logout', 'x', '--all'], stderr: /or use `--all`/ },
  ];
  for (const { name, words, stderr } of wrong) {
    test(`${name}: exit 2`, async () => {
      const home = mkdtempSync(join(tmpdir(), 'claw-login-'));
      onTestFinished(() => rmSync(home, { recursive: true, force: true }));
      const env = { PATH: process.env['PATH'] ?? '', HOME: home, CLAWDEFENDER_HOME: home };
      expect(await run({ env }, words)).toMatchObject({ code: 2, stderr: expect.stringMatching(stderr) });
    });
  }

  test('no token is sent to a remote server without TLS', async () => {
    const place = await setUp();
    const { code, stderr } = await run(place, ['login', 'http://10.1.2.3/mcp']);
    expect({ code, stderr }).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/does not use https/),
    });
  });
});

test('if a login fails before it begins, the error says what to check', async () => {
  const home = new Home();
  const closed = createServer().listen(0, '127.0.0.1');
  await once(closed, 'listening');
  const { port } = closed.address() as AddressInfo;
  closed.close();
  const { code, stderr } = await home.run('login', `http://127.0.0.1:${port}/mcp`);
  expect(code).toBe(1);
  expect(stderr).toContain('Check the URL, and whether the server is running.');
});
