// Wraps the file of every client at its usual path, wraps it again and unwraps it. The result must equal the original.

import { readdirSync, statSync } from 'node:fs';
import { extname } from 'node:path';
import { expect, test } from 'vitest';
import { clients } from '../../src/clients/known/known-clients.js';
import { userFoldersOf } from '../../src/clients/known/user-folders.js';
import { fixture, Home, program } from './home.js';

const fixtures = new URL('../../../../fixtures/clients/', import.meta.url);
const names = readdirSync(fixtures).filter((name) => /\.(?:json|toml|yaml)$/.test(name));

interface Placed {
  readonly fixture: string;
  readonly path: string;
  readonly text: string;
}

const extensionOf = (path: string): string =>
  extname(path).replace('.jsonc', '.json').replace('.yml', '.yaml');

/** Copies the fixtures to the paths of the clients on this machine, as user files and as project files. */
function placeAll(home: Home, change: (text: string) => string): { user: Placed[]; project: Placed[] } {
  const places = userFoldersOf({ platform: process.platform, home: home.path, env: {} });
  const user: Placed[] = [];
  const project: Placed[] = [];
  const put = (into: Placed[], name: string, path: string) => {
    if (into.some((placed) => placed.path === path)) return;
    const text = change(fixture(name));
    home.write(path, text);
    into.push({ fixture: name, path, text });
  };
  for (const client of clients) {
    for (const path of client.user(places)) {
      const settings = client.name === 'vscode' && path.endsWith('settings.json') ? '-settings' : '';
      const name = `${client.name}${settings}${extensionOf(path)}`;
      put(user, name, path.slice(home.path.length + 1).replace('*', 'some'));
    }
    // Several clients share this file, so the fixture of one client is used.
    for (const path of client.project.filter((file) => file !== '.mcp.json'))
      put(project, `${client.name}${extensionOf(path)}`, `shop/${path.replace('*', 'some')}`);
  }
  put(project, 'jetbrains-air.json', 'shop/.mcp.json');
  return { user, project };
}

test('every client has a fixture, and every fixture has a client', () => {
  const known = clients.map(({ name }) => name);
  expect(
    names.map((name) => name.replace(/(?:-settings)?\.\w+$/, '')).filter((name) => !known.includes(name)),
  ).toEqual([]);
  expect(known.filter((name) => !names.some((file) => file.startsWith(`${name}.`)))).toEqual([]);
});

const variants = [
  { name: 'unchanged', change: (text: string) => text },
  { name: 'with Windows line ends', change: (text: string) => text.replaceAll('\n', '\r\n') },
  { name: 'with a byte order mark', change: (text: string) => `\ufeff${text}` },
  { name: 'without a line end on the last line', change: (text: string) => text.trimEnd() },
];
for (const { name, change } of variants) {
  test(`the files of all clients, ${name}: wrap, wrap again, unwrap`, async () => {
    const home = new Home();
    const { user, project } = placeAll(home, change);
    const all = [...user, ...project];
    const every = async (...words: string[]) => {
      const first = await home.json(...words, '--all');
      const second = await home.json(...words, '--all', '--project', home.at('shop'));
      return { code: [first.code, second.code], items: [...first.value.items, ...second.value.items] };
    };

    const wrapped = await every('wrap');
    // Some servers in the fixtures cannot be protected.
    expect(wrapped.code).toEqual([1, 1]);
    const changed = all.filter(({ path, text }) => home.read(path) !== text).map(({ path }) => path);
    expect(changed).toEqual(all.map(({ path }) => path));
    expect(
      wrapped.items.filter(({ state }) => state === 'unprotected').map(({ reason }) => reason),
    ).toSatisfy((reasons: string[]) =>
      reasons.every((reason) =>
        /^(?:its `command` is a whole|it has neither|it logs in with|it belongs to an extension)/.test(
          reason,
        ),
      ),
    );
    for (const { path } of all) expect(home.read(path)).toContain(JSON.stringify(program));

    const texts = all.map(({ path }) => home.read(path));
    const again = await every('wrap');
    expect(again.items.filter(({ state }) => state === 'wrapped')).toEqual([]);
    expect(all.map(({ path }) => home.read(path))).toEqual(texts);

    const unwrapped = await every('unwrap');
    expect(unwrapped.items.filter(({ state, reason }) => state !== 'unwrapped' || reason)).toEqual([]);
    for (const { path, text } of all) expect({ path, text: home.read(path) }).toEqual({ path, text });
    for (const { path } of all) expect(statSync(home.at(path)).mode & 0o777).toBe(0o644);
  });
}
