// Tests the scope of an approval "for this session" over HTTP, with two real clients of each era, the built program and
// a server.

import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, onTestFinished, test } from 'vitest';
import { clients } from '../../../proxy-http/test/compatibility/http-clients.js';
import { programFile } from '../compatibility/command.js';
import { fixture } from '../compatibility/fixtures.js';
import { startEndpoint } from './endpoint.js';

const ask =
  'version = 1\ndefault = "allow"\n\n[[rule]]\nname = "ask"\naction = "prompt"\ntool = "echo"\n\n[approval]\nwait = "10s"\n';
const server = ['--', process.execPath, fixture('servers/dual-era.mjs')];

function createHome(files: Readonly<Record<string, string>>): string {
  const home = mkdtempSync(join(tmpdir(), 'claw-http-sessions-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 5 }));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o600 });
  return home;
}

/** The kinds of servers: a command, or another endpoint that forwards everything. */
const behinds: Readonly<Record<string, () => Promise<readonly string[]>>> = {
  'a command': async () => server,
  'a URL': async () => {
    const home = createHome({ 'policy.toml': 'version = 1\ndefault = "allow"\n' });
    const { origin } = await startEndpoint({ args: server, env: { CLAWDEFENDER_HOME: home } });
    return ['--url', `${origin}/mcp`];
  },
};

/** Connects a client whose user answers our form always in the same way, and counts how often it was shown. */
async function connect(name: string, http: string, answer: string, token?: string) {
  const kind = clients.find((client) => client.name === name) as (typeof clients)[number];
  let asked = 0;
  const form = () => {
    asked++;
    return { action: 'accept', content: { answer } };
  };
  const way = { http, ...(token !== undefined && { token }) };
  const session = await kind
    .by(way)
    .connect({ command: '', args: [] }, { 'elicitation/create': form }, () => {});
  onTestFinished(async () => void (await session.close()));
  return {
    modern: session.modern,
    asked: () => asked,
    echo: () => session.request('tools/call', { name: 'echo', arguments: { text: 'hi' } }, {}),
  };
}

const hi = { content: [{ type: 'text', text: 'hi' }] };

for (const [behind, start] of Object.entries(behinds)) {
  describe(`with ${behind}`, () => {
    for (const name of ['SDK 1.32', 'SDK 2.4, legacy']) {
      test(`${name}: an approval for one session is not valid in another`, async () => {
        const home = createHome({ 'policy.toml': ask });
        const args = await start();
        const { origin } = await startEndpoint({ args, env: { CLAWDEFENDER_HOME: home } });
        const ann = await connect(name, `${origin}/mcp`, 'session');
        const bob = await connect(name, `${origin}/mcp`, 'no');
        expect([ann.modern, bob.modern]).toEqual([false, false]);
        expect(await ann.echo()).toMatchObject(hi);
        await expect(bob.echo()).rejects.toThrow('ask');
        expect(await ann.echo()).toMatchObject(hi);
        expect([ann.asked(), bob.asked()]).toEqual([1, 1]);
      });
    }

    test('stateless protocol: the approval is valid for all calls of this process', async () => {
      const home = createHome({ 'policy.toml': ask });
      const args = await start();
      const { origin } = await startEndpoint({ args, env: { CLAWDEFENDER_HOME: home } });
      const ann = await connect('SDK 2.4', `${origin}/mcp`, 'session');
      const bob = await connect('SDK 2.4', `${origin}/mcp`, 'no');
      expect([ann.modern, bob.modern]).toEqual([true, true]);
      expect(await ann.echo()).toMatchObject(hi);
      expect(await bob.echo()).toMatchObject(hi);
      expect([ann.asked(), bob.asked()]).toEqual([1, 0]);
    });

    test('stateless protocol: with identities, the approval is valid for one identity only', async () => {
      const tokens = 'ann token-of-ann\nbob token-of-bob\n';
      const home = createHome({ 'policy.toml': ask.replace('10s', '50ms'), tokens });
      const env = { CLAWDEFENDER_HOME: home };
      const args = ['--token-file', join(home, 'tokens'), ...(await start())];
      const { origin } = await startEndpoint({ args, env });
      const as = (who: string) => connect('SDK 2.4', `${origin}/mcp`, 'session', `token-of-${who}`);
      const [ann, annAgain, bob] = [await as('ann'), await as('ann'), await as('bob')];
      const waiting = await ann.echo().catch((error: { data: { approval_id: string } }) => error.data);
      const { approval_id: id } = waiting as { approval_id: string };
      await promisify(execFile)(
        process.execPath,
        [programFile(), 'approvals', 'approve', id, '--scope', 'session'],
        { env: { ...process.env, ...env } },
      );
      expect(await annAgain.echo()).toMatchObject(hi);
      await expect(bob.echo()).rejects.toMatchObject({ code: -32002 });
      // A caller with an identity cannot approve its own calls.
      expect([ann.asked(), annAgain.asked(), bob.asked()]).toEqual([0, 0, 0]);
    });
  });
}
