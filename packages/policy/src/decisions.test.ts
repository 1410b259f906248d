// Tests the decision tables in `fixtures/calls`, which also document the policy language.
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type CompiledPolicy,
  compilePolicy,
  type Environment,
  loadPolicy,
  type PolicyEvent,
} from './index.js';
import { type PresetName, presetText } from './presets/index.js';
import { loadShell } from './shell.js';

const folders = ['calls', 'presets'].map((name) => new URL(`../../../fixtures/${name}/`, import.meta.url));
const shell = await loadShell();
const now = 1_780_000_000_000;

interface Case {
  readonly heading: string;
  readonly line: string;
  readonly expected: string;
  readonly event: PolicyEvent;
  readonly environment: Environment;
}

interface OwnFiles {
  readonly protects?: string;
  readonly absent?: string;
  readonly program?: string;
  readonly installed?: string;
}

const pairs = (line: string) =>
  Object.fromEntries(
    line
      .split(' ')
      .slice(1)
      .map((pair) => pair.split('=', 2)),
  );

function readEnvironment(line: string): Environment {
  const { protects, absent, program, installed, ...environment } = pairs(line) as unknown as Environment &
    OwnFiles;
  return {
    ...environment,
    ...(protects === undefined ? {} : { protectedPaths: protects.split(',') }),
    ...(absent === undefined ? {} : { absentPaths: absent.split(',') }),
    ...(program === undefined ? {} : { ownProgram: program.split(',') }),
    ...(installed === undefined ? {} : { programFolders: installed.split(',') }),
  };
}

function readCall(line: string): PolicyEvent {
  if (line.startsWith('$ '))
    return {
      method: 'tools/call',
      params: {
        name: 'bash',
        arguments: { command: line.slice(2).replaceAll('\\n', '\n').replaceAll('\\\\', '\\') },
      },
    };
  const cut = line.indexOf(' {');
  const name = line.slice(0, cut);
  const value = JSON.parse(line.slice(cut + 1)) as Record<string, unknown>;
  if (name.startsWith('@')) return { method: name.slice(1), params: value };
  return {
    method: 'tools/call',
    params: { name: name.startsWith('"') ? JSON.parse(name) : name, arguments: value },
  };
}

function readTable(text: string): { policy: string; cases: Case[] } {
  const [policy = '', table = ''] = text.split('\n---\n');
  const cases: Case[] = [];
  let environment: Environment = { platform: 'linux' };
  let from = {};
  let heading = '';
  for (const line of table.split('\n')) {
    if (line.startsWith('environment ')) environment = readEnvironment(line);
    else if (line.startsWith('from ')) from = pairs(line);
    else if (line.startsWith('  '))
      cases.push({
        heading,
        line: line.trim(),
        expected: heading.slice(0, heading.indexOf(':')),
        event: { ...readCall(line.slice(2)), ...from },
        environment,
      });
    else if (line !== '') heading = line;
  }
  return { policy, cases };
}

let total = 0;
const files = folders.flatMap((folder) =>
  readdirSync(folder).flatMap((name) => (name.endsWith('.txt') ? [new URL(name, folder)] : [])),
);
for (const url of files) {
  const file = url.pathname.slice(url.pathname.lastIndexOf('/', url.pathname.lastIndexOf('/') - 1) + 1);
  const { policy: given, cases } = readTable(readFileSync(url, 'utf8'));
  const preset = /^preset (\S+)/.exec(given)?.[1];
  const text = preset === undefined ? given : presetText(preset as PresetName);
  total += cases.length;
  describe(file, async () => {
    const policy = await loadPolicy(text, file);
    const engines = new Map<Environment, CompiledPolicy>();
    for (const { heading, line, expected, event, environment } of cases)
      test(`${heading}: ${line}`, () => {
        const engine = engines.get(environment) ?? compilePolicy(policy, { environment, shell });
        engines.set(environment, engine);
        const { ruling, trail } = engine.explain(event, { now });
        expect(`${ruling.action} ${ruling.rule}`, JSON.stringify(trail)).toBe(expected);
        // The index and the readable definition must have the same result.
        expect(trail.at(-1)?.rule).toBe(ruling.rule);
      });
  });
}

test('there are at least three hundred decisions', () => expect(total).toBeGreaterThanOrEqual(300));
