// Connects real clients to real servers, directly and through the firewall. The conversations must be equal.
import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { policyFile } from '../homes.js';
import { throughProxy } from './command.js';
import { converse } from './conversation.js';
import { sdk1 } from './sdk1.js';
import { sdk2 } from './sdk2.js';
import { servers } from './servers.js';

const clients = [
  sdk1,
  sdk2('auto', 'auto'),
  sdk2('legacy', 'legacy'),
  sdk2('modern only', { pin: '2026-07-28' }),
];

for (const server of servers) {
  describe(server.name, () => {
    for (const client of clients) {
      if (client.modernOnly && !server.speaksModern) continue;
      test(`${client.name} gets the same responses through the proxy`, async ({ onTestFinished }) => {
        const root = await realpath(await mkdtemp(join(tmpdir(), 'compatibility-')));
        onTestFinished(() => rm(root, { recursive: true }));
        const direct = await inFreshFolder(join(root, 'work'), (folder) =>
          converse(client, server.start(folder), server.script(folder), folder),
        );
        // Otherwise the comparison would also succeed for two empty conversations.
        expect(direct.heard.length).toBeGreaterThan(40);
        for (const policy of client === sdk1 ? (['open', 'watchful'] as const) : (['watchful'] as const)) {
          const proxied = await inFreshFolder(join(root, 'work'), (folder) =>
            converse(
              client,
              throughProxy(server.start(folder), ['--policy', policyFile(policy)]),
              server.script(folder),
              folder,
            ),
          );
          expect(proxied, `with the policy \`${policy}\``).toEqual(direct);
        }
      });
    }
  });
}

/**
 * Runs a function in a folder that has the same path each time and is emptied afterwards, so that responses with the
 * path can be compared.
 */
async function inFreshFolder<Value>(folder: string, run: (folder: string) => Promise<Value>): Promise<Value> {
  await mkdir(folder);
  const value = await run(folder);
  await rm(folder, { recursive: true });
  return value;
}
