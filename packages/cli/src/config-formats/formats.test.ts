// Tests TOML and YAML files as users write them: a wrapped file is restored byte for byte, and there is a reason for
// each file that is not changed.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { usualShape, wordsOf } from '../wrap/entry-shape.js';
import { unwrapEntries, wrapEntries } from '../wrap/rewrite.js';
import type { Format, LocatedEntry, ParsedConfig } from './format.js';
import { toml } from './toml.js';
import { yaml } from './yaml.js';

const launcher = ['/opt/node', '/opt/@claw/cli/dist/main.cjs'];
const at = ['servers'];

const words = [
  'npx',
  '-y',
  'a b',
  'a, b',
  '[x]',
  "it's",
  'say "x"',
  '#no',
  'a: b',
  '--',
  'true',
  '12',
  'C:\\x',
  'ü',
  '*a',
  '&b',
  '- c',
  ' d ',
  '~',
  '@s/p',
];
const word = fc.oneof(
  fc.constantFrom(...words),
  fc.string({ maxLength: 6 }).filter((one) => /^[ -~äöü]*$/.test(one)),
);
const comment = fc.constantFrom('', '', ' # why', '   # a, "b": [c]');
const end = fc.constantFrom('\n', '\r\n');

/** A string in one of the notations of a format. It is unquoted only if that does not change its meaning. */
const yamlWord = word.chain((one) =>
  fc.constantFrom(
    JSON.stringify(one),
    `'${one.replaceAll("'", "''")}'`,
    ...(/^[A-Za-z@/-]?[A-Za-z/]+$/.test(one) && !/^(?:true|[-@])/.test(one) ? [one] : []),
  ),
);
const tomlWord = word.chain((one) =>
  fc.constantFrom(
    JSON.stringify(one),
    ...(one.includes("'") ? [] : [`'${one}'`]),
    `"""${JSON.stringify(one).slice(1, -1)}"""`,
  ),
);

const shuffled = <Item>(items: readonly Item[]) =>
  fc.shuffledSubarray([...items], { minLength: items.length });

const yamlEntry = fc
  .record({
    command: yamlWord.filter((one) => one.length > 2),
    args: fc.option(fc.array(fc.tuple(yamlWord, comment), { maxLength: 4 }), { nil: undefined }),
    flow: fc.boolean(),
    note: comment,
    env: fc.boolean(),
  })
  .chain(({ command, args, flow, note, env }) => {
    const list =
      args === undefined
        ? []
        : flow || args.length === 0
          ? [[`args: [${args.map(([one]) => one).join(', ')}]${note}`]]
          : [[`args:${note}`, ...args.map(([one, why]) => `  - ${one}${why}`)]];
    return shuffled([[`command: ${command}${note}`], ...list, ...(env ? [['env:', '  KEY: "x" # y']] : [])]);
  })
  .map((fields) => fields.flat());
const yamlFile = fc
  .tuple(fc.array(yamlEntry, { minLength: 1, maxLength: 4 }), fc.boolean(), end)
  .map(([entries, asList, lineEnd]) =>
    [
      '# head',
      'other: [1, two]',
      'servers:',
      ...entries.flatMap((lines, index) =>
        asList
          ? lines
              .map((line, number) => `${number === 0 ? '  - ' : '    '}${line}`)
              .concat(`    name: s${index}`)
          : [`  s${index}:  # ${index}`, ...lines.map((line) => `    ${line}`)],
      ),
      'last: true',
      '',
    ].join(lineEnd),
  );

const tomlEntry = fc
  .record({
    command: tomlWord.filter((one) => !/^(?:""|''|"{6})$/.test(one)),
    args: fc.option(fc.array(tomlWord, { maxLength: 4 }), { nil: undefined }),
    lines: fc.boolean(),
    note: comment,
    inline: fc.boolean(),
  })
  .map(({ command, args, lines, note, inline }) => {
    const list =
      args &&
      (lines && !inline
        ? `[${note}\n${args.map((one) => `  ${one},${note}\n`).join('')}]`
        : `[${args.join(',')}]`);
    return {
      inline,
      fields: [
        `command = ${command}`,
        ...(list === undefined ? [] : [`args = ${list}`]),
        'env = { A = "b" }',
      ],
      note,
    };
  })
  .chain(({ inline, fields, note }) => shuffled(fields).map((order) => ({ inline, note, fields: order })));
const tomlFile = fc
  .tuple(fc.array(tomlEntry, { minLength: 1, maxLength: 4 }), end)
  .map(([entries, lineEnd]) =>
    [
      '# head',
      'other = 1',
      ...entries.flatMap(({ inline, fields }, index) =>
        inline ? [`servers.i${index} = { ${fields.join(', ')} }`] : [],
      ),
      ...entries.flatMap(({ inline, fields, note }, index) =>
        inline ? [] : [`[servers.t${index}]${note}`, ...fields.map((field) => `${field}${note}`)],
      ),
      '',
    ]
      .join('\n')
      .replaceAll('\n', lineEnd),
  );

const notations: { format: Format; files: fc.Arbitrary<string> }[] = [
  { format: yaml, files: yamlFile },
  { format: toml, files: tomlFile },
];
for (const { format, files } of notations) {
  test(`any ${format.name} file is restored byte for byte`, () => {
    fc.assert(
      fc.property(files, fc.boolean(), (text, remember) => {
        const entries = (from: string) => {
          const parsed = format.parse(from) as ParsedConfig;
          expect(parsed).not.toHaveProperty('problem');
          return parsed.findEntries(at);
        };
        const bare = entries(text).filter((entry) => wordsOf(entry, usualShape));
        const wrapped = wrapEntries(
          text,
          format,
          bare.map((entry) => ({ entry, shape: usualShape, launcher })),
        );
        expect(wrapped.results.filter((result) => 'reason' in result)).toEqual([]);
        const now = entries(wrapped.text);
        const jobs = bare.map(({ path }, index) => {
          const entry = now.find((one) => JSON.stringify(one.path) === JSON.stringify(path)) as LocatedEntry;
          const result = wrapped.results[index];
          return {
            entry,
            shape: usualShape,
            record: remember && result && 'record' in result ? result.record : undefined,
          };
        });
        const back = unwrapEntries(wrapped.text, format, jobs);
        if (remember) expect(back.text).toBe(text);
        const said = (from: string) => entries(from).map((entry) => wordsOf(entry, usualShape));
        expect(said(back.text)).toEqual(said(text));
      }),
      { numRuns: 200 },
    );
  }, 60_000);
}
