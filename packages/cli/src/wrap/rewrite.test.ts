// Tests that any file can be wrapped, wrapped again and restored byte for byte.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Format, LocatedEntry, ParsedConfig } from '../config-formats/format.js';
import { json } from '../config-formats/json.js';
import { toml } from '../config-formats/toml.js';
import { yaml } from '../config-formats/yaml.js';
import { type EntryShape, listShape, usualShape, wordsOf } from './entry-shape.js';
import { entryStateOf } from './entry-state.js';
import { unwrapEntries, wrapEntries } from './rewrite.js';
import { nameWords } from './wrap-entry.js';

const launchers = [
  ['clawdefender'],
  ['/opt/node/bin/node', '/opt/lib/node_modules/@claw/cli/dist/main.cjs'],
  ['/usr/bin/node', '/app/main.cjs'],
];
const trusting = { project: false, isOurProgram: () => true, isOutside: () => true };

function entriesIn(text: string, format: Format, container: readonly string[]): readonly LocatedEntry[] {
  const parsed = format.parse(text) as ParsedConfig;
  expect(parsed).not.toHaveProperty('problem');
  return parsed.findEntries(container);
}

interface Place {
  readonly format: Format;
  readonly container: readonly string[];
  readonly shape: EntryShape;
}

/** Wraps all entries, checks the result, and unwraps them, with or without the wrap records. */
function thereAndBack(
  text: string,
  { format, container, shape }: Place,
  launcher: readonly string[],
  remember: boolean,
) {
  const bare = entriesIn(text, format, container);
  const wrapped = wrapEntries(
    text,
    format,
    bare.map((entry) => ({ entry, shape, launcher })),
  );
  const now = entriesIn(wrapped.text, format, container);
  for (const [index, entry] of now.entries()) {
    const before = bare[index] as LocatedEntry;
    const expected = [
      ...launcher,
      'proxy',
      ...nameWords(before.name),
      '--',
      ...(wordsOf(before, shape) ?? []),
    ];
    expect(wordsOf(entry, shape)).toEqual(expected);
    expect(entryStateOf(entry, shape, trusting)).toMatchObject({ kind: 'wrapped', weaknesses: [] });
  }
  const jobs = now.map((entry, index) => {
    const result = wrapped.results[index];
    const record = remember && result && !('reason' in result) ? result.record : undefined;
    return { entry, shape, record };
  });
  const back = unwrapEntries(wrapped.text, format, jobs);
  return { wrapped, back };
}

const blank = fc.constantFrom(
  '',
  ' ',
  '\n',
  '\n\t',
  '  ',
  '\r\n    ',
  ' /* note, "x": [1] */ ',
  ' // why, [\n  ',
);
const word = fc.oneof(
  fc.constantFrom(
    'npx',
    '-y',
    '--',
    'proxy',
    '/bin/ls',
    'C:\\x y\\z.exe',
    'ü',
    '\u0024{input:key}',
    'a,b',
    ']',
    '//',
  ),
  fc.string({ maxLength: 12 }),
);
const comma = fc.tuple(blank, blank).map(([before, after]) => `${before},${after}`);

/** Generates JSON with unusual but valid formatting. */
const jsonList = fc
  .tuple(fc.array(word, { maxLength: 5 }), blank, blank, comma, fc.boolean())
  .map(([words, open, close, between, trailing]) => {
    const inside = words.map((one) => JSON.stringify(one)).join(between);
    return `[${open}${inside}${trailing && words.length > 0 ? ',' : ''}${close}]`;
  });
const jsonObject = (members: fc.Arbitrary<[string, string][]>) =>
  fc
    .tuple(members, blank, blank, comma, fc.constantFrom(':', ': ', ' :\n'), fc.boolean())
    .map(
      ([pairs, open, close, between, colon, trailing]) =>
        `{${open}${pairs.map(([key, value]) => `${JSON.stringify(key)}${colon}${value}`).join(between)}${
          trailing && pairs.length > 0 ? ',' : ''
        }${close}}`,
    );
const command = fc.oneof(
  word.filter((one) => one !== '').map((one) => JSON.stringify(one)),
  fc.constant('"n\\u0070x"'),
);
const member = (key: string, value: fc.Arbitrary<string>) =>
  value.map((text): [string, string] => [key, text]);
const entry = (withCommand: fc.Arbitrary<[string, string]>[]) =>
  jsonObject(
    fc
      .tuple(
        fc.tuple(...withCommand),
        fc.option(member('args', jsonList), { nil: undefined }),
        fc.option(member('env', fc.constant('{"TOKEN" : "x" /* y */}')), { nil: undefined }),
        fc.option(member('type', fc.constant('"stdio"')), { nil: undefined }),
        fc.nat(),
      )
      .map(([required, ...rest]) => {
        const seed = rest.pop() as number;
        const present = [...required, ...rest.filter((one) => Array.isArray(one))] as [string, string][];
        return present.map((_, index) => present[(index + seed) % present.length] as [string, string]);
      }),
  );
const file = (key: string, one: fc.Arbitrary<string>) =>
  fc
    .uniqueArray(fc.tuple(word, one), { selector: ([name]) => name, minLength: 1, maxLength: 4 })
    .filter((entries) => entries.every(([name]) => name !== '__proto__'))
    .chain((entries) => jsonObject(fc.constant(entries)))
    .chain((servers) =>
      jsonObject(
        fc.constant([
          ['other', '[1, 2.0]'],
          [key, servers],
        ]),
      ),
    );

// Entries that already call a firewall are tested elsewhere.
const places = [
  {
    name: 'command and arguments',
    file: file('mcpServers', entry([member('command', command)])),
    shape: usualShape,
  },
  {
    name: 'a list as the command',
    file: file(
      'mcpServers',
      entry([
        member(
          'command',
          jsonList.filter((list) => /"[^"]/.test(list)),
        ),
      ]),
    ),
    shape: listShape,
  },
];
for (const { name, file: files, shape } of places) {
  const place = { format: json, container: ['mcpServers'], shape };
  test(`any JSON file is restored byte for byte: ${name}`, () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...launchers), (text, launcher) => {
        fc.pre(entriesIn(text, json, ['mcpServers']).every((one) => wordsOf(one, shape) !== undefined));
        const { wrapped, back } = thereAndBack(text, place, launcher, true);
        expect(back.text).toBe(text);
        expect(back.results.every((result) => 'exact' in result && result.exact)).toBe(true);
        const again = wrapEntries(wrapped.text, json, []);
        expect(again.text).toBe(wrapped.text);
      }),
      { numRuns: 400 },
    );
  }, 60_000);
  test(`any JSON file is equivalent after unwrapping without wrap records: ${name}`, () => {
    fc.assert(
      fc.property(files, fc.constantFrom(...launchers), (text, launcher) => {
        const before = entriesIn(text, json, ['mcpServers']);
        fc.pre(before.every((one) => wordsOf(one, shape) !== undefined));
        const { back } = thereAndBack(text, place, launcher, false);
        const after = entriesIn(back.text, json, ['mcpServers']);
        expect(after.map((one) => wordsOf(one, shape))).toEqual(before.map((one) => wordsOf(one, shape)));
      }),
      { numRuns: 200 },
    );
  }, 60_000);
}

const texts: { name: string; place: Place; text: string }[] = [
  {
    name: 'TOML tables with comments, unusual strings and Windows line ends',
    place: { format: toml, container: ['mcp_servers'], shape: usualShape },
    text: [
      '# head',
      'model = "x"',
      '[mcp_servers.fs]   # files',
      "command = 'npx' # runner",
      'args = [ # first, "x"',
      '  "-y", # yes',
      '  """a',
      'b""",',
      ']',
      '[mcp_servers.fs.env]',
      'TOKEN = "x"',
      '',
      '[mcp_servers."with space"]',
      '  command = "uvx"',
      '[mcp_servers.empty]',
      'args = []',
      'command = """',
      'multi"""',
      'when = 2026-01-01T00:00:00Z',
      '',
    ].join('\r\n'),
  },
  {
    name: 'TOML inline tables and dotted keys',
    place: { format: toml, container: ['mcp_servers'], shape: usualShape },
    text: 'mcp_servers.a.command = "x"\nmcp_servers.a.env.B = "c"\nmcp_servers.b = { command = "y", args = ["1","2"] }\nmcp_servers.c = {command="z"}\n',
  },
  {
    name: 'TOML lists of tables',
    place: { format: toml, container: ['mcp_servers'], shape: usualShape },
    text: '[[mcp_servers]]\nname = "one"\ncommand = "x"\n\n[[mcp_servers]]\nname = "two"\ncommand = "y"\nargs = ["a"]\n',
  },
  {
    name: 'YAML maps in both styles',
    place: { format: yaml, container: ['mcpServers'], shape: usualShape },
    text: [
      '# head',
      'mcpServers:',
      '  fs:   # files',
      '    command: npx   # runner',
      '    args:',
      '      # first',
      '      - -y',
      '      - "a: b"  # odd',
      "      - 'it''s'",
      '    env: {TOKEN: x}',
      '  flow: {command: "uvx", args: [a,  b]}',
      '  bare:',
      "    command: 'a, b'",
      '  deep:',
      '    env:',
      '      A: 1',
      '    args: []',
      '    command: >-',
      '      folded',
      '      text',
      '  short: { command: x }',
      '  anchored:',
      '    command: &runner npx',
      '  alias:',
      '    command: *runner',
      '',
    ].join('\n'),
  },
  {
    name: 'YAML lists of entries without indentation and with Windows line ends',
    place: { format: yaml, container: ['mcpServers'], shape: usualShape },
    text: [
      'name: x',
      'mcpServers:',
      '- name: one',
      '  command: npx',
      '  args:',
      '  - -y',
      '- command: uvx',
      '  name: two',
      '- args: [x]',
      '  command: y',
      '  name: three',
      '',
    ].join('\r\n'),
  },
];
describe.each(texts)('$name', ({ place, text }) => {
  for (const launcher of launchers) {
    test(`is restored byte for byte (${launcher[0]})`, () => {
      const { back } = thereAndBack(text, place, launcher, true);
      expect(back.text).toBe(text);
      expect(back.results).toEqual(back.results.map(() => ({ exact: true })));
    });
    test(`is equivalent after unwrapping without wrap records (${launcher[0]})`, () => {
      const { back } = thereAndBack(text, place, launcher, false);
      const words = (from: string) =>
        entriesIn(from, place.format, place.container).map((one) => wordsOf(one, place.shape));
      expect(words(back.text)).toEqual(words(text));
    });
  }
});

const stubborn = [
  {
    name: 'a command that several entries share through a YAML anchor',
    format: yaml,
    text: 'mcpServers:\n  a: &a\n    command: x\n  b: *a\n',
  },
  {
    name: 'arguments from a merged key',
    format: yaml,
    text: 'base: &b {args: [x]}\nmcpServers:\n  a:\n    <<: *b\n    command: x\n',
  },
];
for (const { name, format, text } of stubborn) {
  test(`leaves unchanged, with a reason: ${name}`, () => {
    const [first] = entriesIn(text, format, ['mcpServers']);
    const { text: after, results } = wrapEntries(text, format, [
      { entry: first as LocatedEntry, shape: usualShape, launcher: ['clawdefender'] },
    ]);
    expect(after).toBe(text);
    expect(results).toEqual([{ reason: expect.stringMatching(/elsewhere|other parts of the file/) }]);
  });
}

test('keeps changes by the client around a wrapped entry and restores the entry exactly', () => {
  const text = '{\n  "mcpServers": {\n    "a": { "command": "x", "args": [], "env": { "K": "1" } }\n  }\n}\n';
  const place = { format: json, container: ['mcpServers'], shape: usualShape };
  const { wrapped } = thereAndBack(text, place, ['clawdefender'], true);
  const edited = wrapped.text
    .replace('"1"', '"2"')
    .replace('"mcpServers": {', '"mcpServers": {\n    "new": {},');
  const again = entriesIn(edited, json, ['mcpServers']).find(({ name }) => name === 'a') as LocatedEntry;
  const [result] = wrapped.results;
  const record = result && 'record' in result ? result.record : undefined;
  const back = unwrapEntries(edited, json, [{ entry: again, shape: usualShape, record }]);
  expect(back.text).toBe(
    text.replace('"1"', '"2"').replace('"mcpServers": {', '"mcpServers": {\n    "new": {},'),
  );
  expect(back.results).toEqual([{ exact: true }]);
});

test('a file that the client has reformatted is unwrapped using the arguments', () => {
  const text = '{"mcpServers":{"a":{"command":"x","args":["1"]}}}';
  const place = { format: json, container: ['mcpServers'], shape: usualShape };
  const { wrapped } = thereAndBack(text, place, ['clawdefender'], true);
  const anew = JSON.stringify(JSON.parse(wrapped.text), null, 2);
  const [now] = entriesIn(anew, json, ['mcpServers']);
  const [result] = wrapped.results;
  const record = result && 'record' in result ? result.record : undefined;
  const back = unwrapEntries(anew, json, [{ entry: now as LocatedEntry, shape: usualShape, record }]);
  expect(back.text).toBe(JSON.stringify(JSON.parse(text), null, 2));
  expect(back.results).toEqual([{ exact: false }]);
});

test('a command line that `unwrap` would not recognize is not written', () => {
  const text = '{"mcpServers":{"a":{"command":"x"}}}';
  const [entry] = entriesIn(text, json, ['mcpServers']) as [LocatedEntry];
  const jobs = [{ entry, shape: usualShape, launcher: ['/opt/runtime', '/app/main.cjs'] }];
  expect(wrapEntries(text, json, jobs)).toMatchObject({
    text,
    results: [{ reason: expect.stringContaining('`unwrap` would not recognize') }],
  });
});
