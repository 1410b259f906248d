// Tests approvals over HTTP, where a connection may close before the decision, with the built program and a client that
// sends each message itself.

import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { programFile } from '../compatibility/command.js';
import { startEndpoint } from './endpoint.js';

interface Heard {
  readonly result?: { readonly inputRequests?: object; readonly requestState?: string; readonly ok?: true };
  readonly error?: { readonly code: number; readonly data: { readonly approval_id: string } };
}

const policy = (wait: string) =>
  `[[rule]]\nname = "ask"\naction = "prompt"\ntool = "*"\n\n[approval]\nwait = "${wait}"\n`;

async function setUp(wait = '10s') {
  const home = mkdtempSync(join(tmpdir(), 'claw-http-approvals-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  writeFileSync(join(home, 'policy.toml'), policy(wait), { mode: 0o600 });
  const asked: string[] = [];
  const upstream = createServer(async (request, response) => {
    const body = Buffer.concat(await request.toArray()).toString();
    asked.push(body);
    const text = JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id, result: { ok: true } });
    response.writeHead(200, { 'content-type': 'application/json' }).end(text);
  });
  await once(upstream.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => {
    upstream.closeAllConnections();
    upstream.close();
  });
  const url = `http://127.0.0.1:${(upstream.address() as AddressInfo).port}/mcp`;
  const { origin, child, exited } = await startEndpoint({
    args: ['--url', url],
    env: { CLAWDEFENDER_HOME: home },
  });
  const say = async (body: string): Promise<Heard> => {
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      connection: 'close',
    };
    const response = await fetch(`${origin}/mcp`, { method: 'POST', headers, body });
    return (await response.json()) as Heard;
  };
  const cli = (...words: string[]) =>
    promisify(execFile)(process.execPath, [programFile(), ...words], {
      env: { ...process.env, CLAWDEFENDER_HOME: home },
    });
  const stop = async () => {
    child.kill('SIGTERM');
    await exited;
  };
  return { asked, say, cli, stop, home };
}

const meta = (capabilities: object) => ({
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': capabilities,
});
const call = (id: number, more: object = {}, capabilities: object = { elicitation: { form: {} } }) =>
  JSON.stringify({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'write', arguments: { n: 1 }, _meta: meta(capabilities), ...more },
  });
const retry = (id: number, { result }: Heard, answer: string) => {
  const [key = ''] = Object.keys(result?.inputRequests ?? {});
  const inputResponses = { [key]: { action: 'accept', content: { answer } } };
  return call(id, { inputResponses, requestState: result?.requestState });
};

function records(home: string): { kind: string; decision?: string }[] {
  const folder = join(home, 'audit');
  const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
  return files.flatMap((name) =>
    readFileSync(join(folder, name), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line)),
  );
}

describe('the stateless protocol, in which each call is a separate connection', () => {
  test('an approval in the retry allows the call once, is removed from the message, and is logged', async () => {
    const { asked, say, stop, home } = await setUp();
    const question = await say(call(1));
    expect(question).toMatchObject({ result: { resultType: 'input_required' } });
    expect(await say(retry(2, question, 'once'))).toMatchObject({ id: 2, result: { ok: true } });
    expect(asked).toEqual([call(2)]);
    expect(await say(call(3))).toMatchObject({ id: 3, result: { resultType: 'input_required' } });
    expect(asked).toHaveLength(1);
    await stop();
    expect(records(home).filter(({ kind }) => kind === 'approval').length).toBeGreaterThan(0);
  });

  test('a denial in the retry denies the call', async () => {
    const { asked, say } = await setUp();
    expect(await say(retry(2, await say(call(1)), 'no'))).toMatchObject({ id: 2, error: { code: -32001 } });
    expect(asked).toEqual([]);
  });

  test('an approval for the session is valid for later calls', async () => {
    const { asked, say } = await setUp();
    await say(retry(2, await say(call(1)), 'session'));
    expect(await say(call(3))).toMatchObject({ id: 3, result: { ok: true } });
    expect(asked).toHaveLength(2);
  });

  test('a forged state is ignored', async () => {
    const { asked, say } = await setUp();
    const question = await say(call(1));
    const state = question.result?.requestState ?? '';
    const forged = { result: { ...question.result, requestState: `${state.slice(0, -4)}AAAA` } };
    expect(await say(retry(2, forged, 'once'))).toMatchObject({ result: { resultType: 'input_required' } });
    expect(asked).toEqual([]);
  });

  test('a request without a decision in time stays open: the same call is allowed after `approvals approve`', async () => {
    const { asked, say, cli, stop } = await setUp('50ms');
    const waiting = await say(call(1, {}, {}));
    expect(waiting).toMatchObject({ id: 1, error: { code: -32002 } });
    await cli('approvals', 'approve', waiting.error?.data.approval_id ?? '');
    expect(await say(call(2, {}, {}))).toMatchObject({ id: 2, result: { ok: true } });
    expect(asked).toHaveLength(1);
    expect(await say(call(3, {}, {}))).toMatchObject({ id: 3, error: { code: -32002 } });
    await stop();
    // The approval is still valid after the process has exited, so the call can be repeated through the next process.
    const { stdout } = await cli('approvals', 'list', '--json');
    const { items } = JSON.parse(stdout) as { items: { state: string }[] };
    expect(items.filter(({ state }) => state === 'pending')).toHaveLength(1);
  });
});
