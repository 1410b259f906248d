// Tests real clients and servers with a test proxy that requires approvals, counts calls and logs them: decisions and
// counters apply in every process with the same state folder.

import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { verifyAudit } from '@claw/audit';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { sdk1 } from '../compatibility/sdk1.js';
import { sdk2 } from '../compatibility/sdk2.js';

const path = (relative: string) => fileURLToPath(new URL(relative, import.meta.url));
const gate = fileURLToPath(new URL('./test-proxy.mjs', import.meta.url));
const program = path('../../dist/main.cjs');
const servers = {
  sdk1: path('../../../../fixtures/servers/sdk1.mjs'),
  dual: path('../../../../fixtures/servers/dual-era.mjs'),
};

let home = '';
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'claw-approvals-'));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const behindGate = (server: keyof typeof servers, ...options: string[]) => ({
  command: process.execPath,
  args: [gate, '--home', home, '--audit', ...options, '--', process.execPath, servers[server]],
});
const cli = (...words: string[]) =>
  promisify(execFile)(process.execPath, [program, ...words], {
    env: { ...process.env, CLAWDEFENDER_HOME: home },
  });
const call = { name: 'echo', arguments: { text: 'hello' } };
const hello = { content: [{ type: 'text', text: 'hello' }] };

const clients = [
  { client: sdk1, server: 'sdk1' },
  { client: sdk2('legacy', 'legacy'), server: 'dual' },
  { client: sdk2('modern only', { pin: '2026-07-28' }), server: 'dual' },
] as const;
for (const { client, server } of clients) {
  describe(`${client.name}, which can show a form`, () => {
    const answers = [
      { name: 'approves', result: { action: 'accept', content: { answer: 'once' } }, passes: true },
      { name: 'declines', result: { action: 'decline' }, passes: false },
    ];
    for (const { name, result, passes } of answers) {
      test(name, async () => {
        const shown: string[] = [];
        const form = (params: unknown) => {
          shown.push((params as { message: string }).message);
          return result;
        };
        const session = await client.connect(
          behindGate(server, '--ask', 'echo'),
          { 'elicitation/create': form },
          () => {},
        );
        const answer = session.request('tools/call', call, {});
        if (passes) expect(await answer).toMatchObject(hello);
        else await expect(answer).rejects.toMatchObject({ code: -32001 });
        expect(shown).toEqual([expect.stringContaining('arguments {"text":"hello"}')]);
        await session.close();
        expect(await verifyAudit(join(home, 'audit'))).toMatchObject({ ok: true });
      });
    }
  });
}

/** A client that can only call tools. */
class PlainClient {
  readonly #child;
  readonly #waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  #id = 0;

  constructor({ command, args }: { command: string; args: string[] }) {
    this.#child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    createInterface({ input: this.#child.stdout }).on('line', (line) => {
      const answer = JSON.parse(line) as { id: number };
      this.#waiting.get(answer.id)?.(answer);
    });
  }

  async begin(): Promise<this> {
    await this.request('initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'plain', version: '1' },
    });
    this.#child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
    return this;
  }

  request(method: string, params: object): Promise<Record<string, unknown>> {
    const id = ++this.#id;
    this.#child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`);
    return new Promise((resolve) => this.#waiting.set(id, resolve));
  }

  async end(): Promise<void> {
    this.#child.stdin.end();
    await once(this.#child, 'close');
  }
}

test('a client without forms gets -32002, and the repeated call is allowed once after `approvals approve`', async () => {
  const client = await new PlainClient(behindGate('sdk1', '--ask', 'echo', '--wait', '100')).begin();
  const first = await client.request('tools/call', call);
  expect(first).toMatchObject({ error: { code: -32002, data: { approval_id: expect.any(String) } } });
  const { approval_id: id } = (first as { error: { data: { approval_id: string } } }).error.data;
  const { items } = JSON.parse((await cli('approvals', 'list', '--json')).stdout);
  expect(items).toMatchObject([{ id, state: 'pending', tool: 'echo', arguments: { text: 'hello' } }]);
  const { stdout: said } = await cli('approvals', 'approve', id);
  expect(said).toContain(`Approved ${id}, once, within 10 min`);
  expect(said).toContain('# this exact call: matches this call and no earlier call from the last 30 days');
  expect((await cli('approvals', 'list')).stdout).toMatch(/ {2}approved once, within 10 min {2,}\S+\/echo/);
  expect(await client.request('tools/call', call)).toMatchObject({ result: hello });
  const again = await client.request('tools/call', call);
  expect(again).toMatchObject({ error: { code: -32002 } });
  const { approval_id: next } = (again as { error: { data: { approval_id: string } } }).error.data;
  const { stdout: lasting } = await cli('approvals', 'approve', next, '--scope', 'always');
  expect(lasting).toContain(`Approved ${next}, always. `);
  expect(lasting).toContain('# this exact call: matches this call and 1 earlier call from the last 30 days');
  await client.end();
  const { stdout } = await cli('audit', 'query', '--kind', 'approval', '--json');
  expect(JSON.parse(stdout).items).toMatchObject([
    { approval: id, state: 'approved', late: true },
    { approval: next, state: 'approved', late: true },
  ]);
});

test('a pending call continues after an approval on another channel, and does not block other calls', async () => {
  const client = await new PlainClient(behindGate('sdk1', '--ask', 'echo')).begin();
  const waiting = client.request('tools/call', call);
  expect(await client.request('ping', {})).toMatchObject({ result: {} });
  const listed = async () => JSON.parse((await cli('approvals', 'list', '--json')).stdout).items;
  await expect.poll(async () => (await listed()).length, { timeout: 20_000 }).toBe(1);
  const { stdout } = await cli('approvals', 'approve', (await listed())[0].id);
  expect(stdout).toContain('# this exact call: matches this call and no earlier call from the last 30 days');
  expect(await waiting).toMatchObject({ result: hello });
  await client.end();
});

test('two proxies of different servers share an exact limit', async () => {
  const proxies = await Promise.all(
    (['sdk1', 'dual'] as const).map((server) =>
      new PlainClient(behindGate(server, '--limit', '25', '--server', server)).begin(),
    ),
  );
  const answers = await Promise.all(
    Array.from({ length: 40 }, (_, index) => proxies[index % 2]?.request('tools/call', call)),
  );
  expect(answers.filter((answer) => answer?.['result'] !== undefined)).toHaveLength(25);
  expect(answers.filter((answer) => (answer?.['error'] as { code?: number })?.code === -32000)).toHaveLength(
    15,
  );
  await Promise.all(proxies.map((proxy) => proxy.end()));
  const { stdout } = await cli('audit', 'stats', '--json');
  expect(JSON.parse(stdout)).toMatchObject({ kinds: { decision: 25, reply: 25, session_end: 2 } });
});
