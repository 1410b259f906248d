// Wraps the files of every client with the launch command of each operating system, and restores them byte for byte,
// with and without wrap records.

import { readdirSync, readFileSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, test } from 'vitest';
import { json } from '../../config-formats/json.js';
import { toml } from '../../config-formats/toml.js';
import { yaml } from '../../config-formats/yaml.js';
import { unwrapEntries, wrapEntries } from '../../wrap/rewrite.js';
import { serversOf } from '../servers.js';
import type { Client } from './client.js';
import { clients } from './known-clients.js';

const folder = new URL('../../../../../fixtures/clients/', import.meta.url);
const files = readdirSync(folder).filter((name) => /\.(?:json|toml|yaml)$/.test(name));
const formats = { '.json': json, '.toml': toml, '.yaml': yaml } as const;

const systems = [
  { name: 'by command name', launcher: ['clawdefender'] },
  {
    name: 'on macOS',
    launcher: ['/opt/homebrew/opt/node/bin/node', '/opt/homebrew/lib/node_modules/@claw/cli/dist/main.cjs'],
  },
  {
    name: 'on Windows',
    launcher: [
      'C:\\Program Files\\nodejs\\node.exe',
      'C:\\Users\\ada\\AppData\\Roaming\\npm\\node_modules\\@claw\\cli\\dist\\main.cjs',
    ],
  },
];
const own = { node: '/usr/bin/node', script: '', lastingScript: '', path: [] };

function find(client: Client, file: string, text: string) {
  const format = formats[extname(file) as keyof typeof formats];
  const found = serversOf({ clients: [client], scope: 'user', file }, text, format, own);
  if ('problem' in found) throw new Error(found.problem);
  return { format, servers: found.servers };
}

const kindsIn = (client: Client, file: string, text: string) =>
  find(client, file, text).servers.map(({ state }) => state.kind);

for (const file of files) {
  const name = file.replace(/(?:-settings)?\.\w+$/, '');
  const client = clients.find((one) => one.name === name) as Client;
  const original = readFileSync(new URL(file, folder), 'utf8');
  for (const { name: system, launcher } of systems)
    test(`${file}, started ${system}`, () => {
      const { format, servers } = find(client, file, original);
      const bare = servers.filter(({ state }) => state.kind === 'bare' || state.kind === 'remote');
      const jobs = bare.map(({ entry, shape, list: { stdioType } }) => ({
        entry,
        shape,
        launcher,
        ...(stdioType === undefined ? {} : { stdioType }),
      }));
      const { text: wrapped, results } = wrapEntries(original, format, jobs);
      const done = results.filter((result) => 'record' in result);
      expect(done.length).toBeGreaterThan(0);
      expect(kindsIn(client, file, wrapped).filter((kind) => kind === 'wrapped')).toHaveLength(done.length);

      const records = new Map(done.map(({ record }) => [record.path, record]));
      const back = (withRecords: boolean) => {
        const inside = find(client, file, wrapped).servers.filter(({ state }) => state.kind === 'wrapped');
        return unwrapEntries(
          wrapped,
          format,
          inside.map(({ entry, shape }) => ({
            entry,
            shape,
            record: withRecords ? records.get(JSON.stringify(entry.path)) : undefined,
          })),
        );
      };
      expect(back(true).text).toBe(original);
      expect(back(true).results).toEqual(done.map(() => ({ exact: true })));
      // Without wrap records, the servers and commands are restored, but not always every byte.
      const words = (text: string) =>
        find(client, file, text).servers.map(({ state }) =>
          state.kind === 'bare' ? state.words : state.kind === 'remote' ? state.address : undefined,
        );
      expect(words(back(false).text)).toEqual(words(original));
    });
}
