// Tests entries that a file could hide: names of built-in properties, duplicate keys, and arguments in unusual fields.

import { expect, test } from 'vitest';
import type { Format, ParsedConfig } from '../config-formats/format.js';
import { json } from '../config-formats/json.js';
import { toml } from '../config-formats/toml.js';
import { yaml } from '../config-formats/yaml.js';
import { usualShape } from './entry-shape.js';
import { wrapEntries } from './rewrite.js';

const at = ['servers'];
const parse = (format: Format, text: string) => {
  const parsed = format.parse(text);
  if ('problem' in parsed) throw new Error(parsed.problem);
  return parsed satisfies ParsedConfig;
};

const odd = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty'];
const texts = [
  {
    format: json,
    text: JSON.stringify({ servers: 0 }).replace('0', `{${odd.map((name) => `"${name}":{"command":"x"}`)}}`),
  },
  { format: toml, text: odd.map((name) => `[servers.${name}]\ncommand = "x"\n`).join('') },
  { format: toml, text: odd.map((name) => `servers.${name}.command = "x"\n`).join('') },
  { format: toml, text: `servers = { ${odd.map((name) => `${name} = { command = "x" }`).join(', ')} }\n` },
  { format: yaml, text: `servers:\n${odd.map((name) => `  ${name}:\n    command: x\n`).join('')}` },
];
for (const { format, text } of texts)
  test(`names of built-in properties are ordinary names in ${JSON.stringify(text.slice(0, 24))}`, () => {
    const entries = parse(format, text).findEntries(at);
    expect(entries.map(({ name }) => name)).toEqual(odd);
    const jobs = entries.map((entry) => ({ entry, shape: usualShape, launcher: ['claw'] }));
    const { text: after, results } = wrapEntries(text, format, jobs);
    expect(results.every((result) => 'record' in result)).toBe(true);
    expect(after.match(/claw/g)).toHaveLength(odd.length);
  });

test('no file content changes a prototype', () => {
  toml.parse('[servers.__proto__]\npolluted = 1\n[constructor.prototype]\npolluted = 1\n');
  toml.parse('x = { __proto__ = { polluted = 1 }, constructor = { prototype = { polluted = 1 } } }\n');
  toml.parse('__proto__.polluted = 1\n[[a.__proto__]]\npolluted = 1\n');
  yaml.parse('__proto__: { polluted: 1 }\nconstructor: { prototype: { polluted: 1 } }\n');
  json.parse('{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}');
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

const hidden = [
  {
    name: 'a list with its key in another case, which case-insensitive parsers accept',
    format: json,
    text: '{"Servers":{"a":{"command":"evil"}}}',
    problem: 'it is under `Servers`, which some clients treat as `servers`',
  },
  {
    name: 'a second list with the same name, which other parsers use',
    format: json,
    text: '{"servers":{"a":{"command":"harmless"}},"servers":{"a":{"command":"evil"}}}',
    problem: 'the key `servers` appears twice in the file',
  },
  {
    name: 'a list that is an alias',
    format: yaml,
    text: 'x: &s\n  a:\n    command: evil\nservers: *s\n',
    problem: 'it is defined elsewhere in the file (by an alias or a merged key)',
  },
  {
    name: 'an entry of a list that is an alias',
    format: yaml,
    text: 'x: &e\n  name: a\n  command: evil\nservers:\n  - *e\n',
    problem: 'it is defined elsewhere in the file (by an alias or a merged key)',
  },
  {
    name: 'merged entries',
    format: yaml,
    text: 'x: &e\n  a:\n    command: evil\nservers:\n  <<: *e\n',
    problem: 'it is defined elsewhere in the file (by an alias or a merged key)',
  },
];
for (const { name, format, text, problem } of hidden)
  test(`reported with a reason: ${name}`, () => {
    const found = parse(format, text).findEntries(at);
    expect(found.length).toBeGreaterThan(0);
    for (const entry of found) expect(entry).toMatchObject({ name: 'a', problem });
  });

for (const { format, line } of [
  { format: json, line: (number: number) => `"s${number}":{"command":"x","args":["y"]}` },
  { format: toml, line: (number: number) => `s${number}.command = "x"` },
])
  test(`wraps thousands of entries in ${format.name} quickly`, () => {
    const lines = Array.from({ length: 3000 }, (_, number) => line(number));
    const text = format === json ? `{"servers":{${lines.join(',\n')}}}` : `[servers]\n${lines.join('\n')}\n`;
    const jobs = parse(format, text)
      .findEntries(at)
      .map((entry) => ({ entry, shape: usualShape, launcher: ['claw'] }));
    const { results } = wrapEntries(text, format, jobs);
    expect(results.filter((result) => 'record' in result)).toHaveLength(3000);
  });
