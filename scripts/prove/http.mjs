// Checks third-party servers, bridges and clients over HTTP. Every client must get the same responses from every
// server: directly, through our HTTP endpoint, and, if the client can start a server, through `proxy` over stdio.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { program } from './commands.mjs';
import { within } from './deadline.mjs';
import { clients } from './http/clients.mjs';
import { servers, startGroup, startServer } from './http/servers.mjs';
import { httpTools, installTools } from './tools.mjs';

const PATIENCE = 120_000;

export const proof = {
  name: 'http',
  summary: 'third-party servers, bridges and clients exchange the same messages with and without the proxy',
  async run({ say, quick }) {
    await installTools(say);
    await installTools(say, httpTools);
    const folder = await mkdtemp(join(tmpdir(), 'prove-http-'));
    const { CLAWDEFENDER_HOME: usual } = process.env;
    // All processes that are started from here on are separate from the user's own policy and log.
    process.env.CLAWDEFENDER_HOME = folder;
    try {
      let compared = 0;
      for (const server of quick ? servers.slice(0, 2) : servers) {
        const count = await tryServer(server, folder, quick ? clients.slice(0, 2) : clients);
        say(`${server.name}: the same in ${count} conversations`);
        compared += count;
      }
      return { 'conversations compared': compared };
    } finally {
      if (usual === undefined) delete process.env.CLAWDEFENDER_HOME;
      else process.env.CLAWDEFENDER_HOME = usual;
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    }
  },
};

async function tryServer(server, folder, chosen) {
  const { url, stop } = await startServer(server);
  const { tool = 'echo', input = { message: 'hé' } } = server;
  const proxy = await startEndpoint(url).catch(async (error) => {
    await stop();
    throw error;
  });
  const path = new URL(url).pathname;
  let compared = 0;
  try {
    for (const { name, ask, httpOnly } of chosen) {
      const hear = (way) =>
        within(PATIENCE, `${name} with ${server.name}`, ask(way, { tool, input, folder }));
      const direct = await hear({ url });
      // Otherwise the comparison would also succeed for two empty conversations.
      if (!direct.includes('hé'))
        throw new Error(`${server.name} does not answer ${name}: ${direct.slice(0, 500)}`);
      const ways = { 'our endpoint': { url: proxy.origin + path } };
      if (!httpOnly) ways['us as a server'] = { command: [process.execPath, program, 'proxy', '--url', url] };
      for (const [way, there] of Object.entries(ways)) {
        const heard = await hear(there);
        if (heard !== direct) throw difference(`${name}, ${server.name}, through ${way}`, direct, heard);
        compared++;
      }
    }
  } finally {
    await proxy.stop();
    await stop();
  }
  return compared;
}

/** Starts the program with a URL and the default preset. */
async function startEndpoint(url) {
  const args = [program, 'proxy', '--url', url, '--listen', '127.0.0.1:0'];
  const { child, stop } = startGroup([process.execPath, ...args], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  const origin = new Promise((resolve, reject) => {
    child.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      const found = /Listening on (http:\S+)\/mcp/.exec(said)?.[1];
      if (found !== undefined) resolve(found);
    });
    child.once('exit', () => reject(new Error(`the program did not start: ${said}`)));
  });
  return { origin: await within(20_000, 'listening', origin), stop };
}

function difference(what, direct, heard) {
  const at = [...direct].findIndex((character, i) => character !== heard[i]);
  const around = (text) => text.slice(Math.max(0, at - 200), at + 200);
  return new Error(
    `different: ${what}\n--- directly: …${around(direct)}…\n--- through us: …${around(heard)}…`,
  );
}
