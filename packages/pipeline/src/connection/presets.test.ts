// Checks that the permissive preset never denies a call that the balanced preset allows, for every stage.

import { readdirSync, readFileSync } from 'node:fs';
import { type PolicyEvent, presetText } from '@claw/policy';
import { expect, test } from 'vitest';
import { HandClock, pipelineOf } from '../../test/test-connection.js';
import { decideRequest } from '../index.js';

const STRICTNESS = ['allow', 'log', 'prompt', 'deny'];
const clock = new HandClock();

const call = (name: string, args: unknown): PolicyEvent => ({
  method: 'tools/call',
  params: { name, arguments: args },
});

/** Parses lines such as `fetch {"url": "…"}`, `@prompts/get {…}` and `$ ls`. */
function readCall(line: string): PolicyEvent {
  if (line.startsWith('$ ')) return call('bash', { command: line.slice(2) });
  const cut = line.indexOf(' {');
  const [name, value] = [line.slice(0, cut), JSON.parse(line.slice(cut + 1))];
  if (name.startsWith('@')) return { method: name.slice(1), params: value };
  return call(name.startsWith('"') ? JSON.parse(name) : name, value);
}

function linesOf(folder: string, start: RegExp): PolicyEvent[] {
  const url = new URL(`../../../../fixtures/${folder}/`, import.meta.url);
  return readdirSync(url).flatMap((file) =>
    readFileSync(new URL(file, url), 'utf8')
      .split('\n')
      .flatMap((line) => (start.test(line) ? [readCall(line.slice(2))] : [])),
  );
}

const HOSTS = ['localhost:3000', '127.0.0.1', '[::1]', '0.0.0.0', '10.0.0.1', '192.168.1.20', '100.65.0.1'];
const PLACES = [
  ...HOSTS,
  'printer.local',
  'a.nip.io',
  '169.254.169.254',
  'metadata.google.internal',
  'example.com',
];
const tables: Readonly<Record<string, readonly PolicyEvent[]>> = {
  'the decisions of all presets': linesOf('presets', /^ {2}/),
  'a day of work': linesOf('benign/dialogues', /^> \w+ \{/),
  'places for every kind of tool': PLACES.flatMap((host) => [
    ...['browser_navigate', 'playwright_goto', 'fetch', 'query'].map((tool) =>
      call(tool, { url: `http://${host}/` }),
    ),
    call('bash', { command: `curl http://${host}/` }),
    call('write_file', { path: 'a.md', content: `see http://${host}/ for more` }),
    { method: 'resources/read', params: { uri: `http://${host}/a` } },
  ]),
  'other schemes': ['file:///srv/a', 'gopher://example.com/', 'javascript:alert(1)'].flatMap((url) =>
    ['browser_navigate', 'fetch'].map((tool) => call(tool, { url })),
  ),
  'questions of a server': [
    { method: 'roots/list', params: {} },
    ...['none', 'thisServer', 'allServers'].map((includeContext) => ({
      method: 'sampling/createMessage',
      params: { messages: [], maxTokens: 5, includeContext },
    })),
    ...['city', 'password'].map((name) => ({
      method: 'elicitation/create',
      params: {
        message: 'Please',
        requestedSchema: { type: 'object', properties: { [name]: { type: 'string' } } },
      },
    })),
  ],
};

for (const [name, events] of Object.entries(tables))
  test(`permissive is never stricter than balanced: ${name}`, async () => {
    const [permissive, balanced] = await Promise.all(
      (['permissive', 'balanced'] as const).map((preset) => pipelineOf(presetText(preset))),
    );
    if (permissive === undefined || balanced === undefined) throw new Error('a preset is missing');
    const stricter: string[] = [];
    for (const event of events) {
      const [mine, theirs] = [
        await decideRequest(permissive, event, { clock }),
        await decideRequest(balanced, event, { clock }),
      ];
      if (STRICTNESS.indexOf(mine.decision) > STRICTNESS.indexOf(theirs.decision))
        stricter.push(
          `${mine.rule}: ${mine.decision}, not ${theirs.decision}: ${JSON.stringify(event.params)}`,
        );
    }
    expect(events.length).toBeGreaterThan(0);
    expect(stricter).toEqual([]);
  });
