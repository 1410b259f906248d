// Checks that every project file of every client is found and that its servers are reported.

import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { unprotectedReason } from './coverage.js';
import { guardedFiles } from './guarded-files.js';
import { identifySource } from './identify-client.js';
import { clients } from './known/known-clients.js';
import { type ReadSource, readSource } from './servers.js';
import { findProjectSources } from './sources.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-project-')));
afterAll(() => rmSync(folder, { recursive: true }));
const own = { node: '/usr/bin/node', script: '', lastingScript: '', path: [] };
const machine = { platform: 'linux', home: join(folder, 'home'), env: {} } as const;

const usual = { mcpServers: { x: { command: 'npx', args: ['y'] } } };
const notWrapped = [['x', 'it is not wrapped']];
const cases = [
  {
    client: 'continue',
    file: '.continue/mcpServers/x.yaml',
    text: 'mcpServers:\n  - name: x\n    command: npx\n    args: [y]\n',
    reports: notWrapped,
  },
  { client: 'continue', file: '.continue/mcpServers/x.json', text: usual, reports: notWrapped },
  { client: 'kilo-code', file: '.kilocode/mcp.json', text: usual, reports: notWrapped },
  {
    client: 'vscode',
    file: '.vscode/settings.json',
    text: { 'editor.tabSize': 2, mcp: { servers: usual.mcpServers } },
    reports: notWrapped,
  },
  {
    client: 'vscode',
    file: '.vscode/settings.json',
    text: { 'mcp.servers': usual.mcpServers },
    reports: notWrapped,
  },
  {
    client: 'gemini-cli',
    file: '.gemini/settings.json',
    text: { mcp: { serverCommand: 'npx -y y', allowed: ['x'] }, security: { auth: {} }, tools: { core: [] } },
    reports: [['mcp', 'its `serverCommand` is a whole command line; move the server to `mcpServers`']],
  },
  {
    client: 'gemini-cli',
    file: '.gemini/settings.json',
    text: { mcp: { allowed: ['x'] }, security: { auth: { selectedType: 'oauth-personal' } } },
    reports: [],
  },
];

const reportsOf = (read: ReadSource | undefined) =>
  read?.kind === 'servers'
    ? read.servers.map((server) => [server.entry.name, unprotectedReason(server)])
    : undefined;

for (const [index, { client, file, text, reports }] of cases.entries())
  test(`${client} reads ${file}: ${JSON.stringify(reports)}`, async () => {
    const project = join(folder, String(index));
    const path = join(project, ...file.split('/'));
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, typeof text === 'string' ? text : JSON.stringify(text));
    const [source, ...others] = findProjectSources(project, clients);
    expect(others).toEqual([]);
    expect(source).toMatchObject({ file: path, scope: 'project', clients: [{ name: client }] });
    expect(reportsOf(source && (await readSource(source, own)))).toEqual(reports);
    expect(identifySource(path, machine, undefined)).toMatchObject({ scope: 'project', project });
    const { present } = guardedFiles(machine, project);
    // Agents may change the general settings of an editor.
    const isGuarded = file !== '.vscode/settings.json';
    expect(present.includes(file.includes('/x.') ? dirname(path) : path)).toBe(isGuarded);
  });
