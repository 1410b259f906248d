import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { guardedFiles } from './guarded-files.js';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'claw-guarded-')));
afterAll(() => rmSync(folder, { recursive: true }));
const home = join(folder, 'home');
const project = join(folder, 'project');
const dotfiles = join(folder, 'dotfiles');
for (const one of [home, project, dotfiles]) mkdirSync(one);
writeFileSync(join(project, '.mcp.json'), '{}');
writeFileSync(join(dotfiles, 'mcp.json'), '{}');
symlinkSync(dotfiles, join(home, '.cursor'));
symlinkSync(home, join(folder, 'link'));

const find = (env: Record<string, string> = {}, at = home) =>
  guardedFiles({ platform: 'linux', home: at, env }, project);

test('user files are protected whether or not they exist, and so are link targets', () => {
  const { present } = find();
  expect(present).toContain(join(home, '.claude.json'));
  expect(present).toContain(join(home, '.cursor', 'mcp.json'));
  expect(present).toContain(join(dotfiles, 'mcp.json'));
});

test('a folder with one file per agent is protected as a whole', () => {
  expect(find().present).toContain(join(home, '.aws', 'amazonq', 'cli-agents'));
});

test('files are protected at their default paths and at the paths in environment variables', () => {
  const { present } = find({ XDG_CONFIG_HOME: join(folder, 'xdg') });
  expect(present).toContain(join(folder, 'xdg', 'zed', 'settings.json'));
  expect(present).toContain(join(home, '.config', 'zed', 'settings.json'));
});

test('a home folder that is a link is protected under both paths', () => {
  const { present } = find({}, join(folder, 'link'));
  expect(present).toContain(join(folder, 'link', '.codex', 'config.toml'));
  expect(present).toContain(join(home, '.codex', 'config.toml'));
});

test('project files are protected whether or not they exist', () => {
  const { present, absent } = find();
  expect(present).toContain(join(project, '.mcp.json'));
  expect(absent).toContain(join(project, '.vscode', 'mcp.json'));
  expect(absent).not.toContain(join(project, '.mcp.json'));
});

test('caches may be deleted', () => {
  expect(find().absent).toContain(join(home, '.cache', 'lm-studio', 'mcp.json'));
});
