// Tests values that are designed to be slow: for four times the size, the time may be about four times as long, but
// not sixteen times.
import { expect, test } from 'vitest';
import { loadPolicy } from '../parse/parse.js';
import { presetText } from '../presets/index.js';
import { loadShell } from '../shell.js';
import { compilePolicy } from './compile-policy.js';

const environment = {
  platform: 'linux',
  home: '/home/user',
  cwd: '/home/user/project',
  protectedPaths: ['/home/user/.config/clawdefender'],
};
const engine = compilePolicy(await loadPolicy(presetText('balanced'), 'balanced'), {
  environment,
  shell: await loadShell(),
});

const commands: Readonly<Record<string, (size: number) => string>> = {
  'copies of many files': (size) => `cp ${'a '.repeat(size / 2)}`,
  'many folders handed on many times': (size) =>
    `find ${'a '.repeat(size / 4)}-exec cat ${'{} '.repeat(size / 6)}\\;`,
  'many folders deleted many times': (size) => `find ${'a '.repeat(size / 4)}${'-delete '.repeat(size / 16)}`,
  'a long chain of folders before many words': (size) =>
    `${'cd a;'.repeat(Math.min(1900, size / 10))}cat ${'x '.repeat(size / 4)}`,
  'many prints in awk': (size) => `awk 'BEGIN{${'print '.repeat(size / 6)}}'`,
  'a long number in sed': (size) => `sed '${'1234567890'.repeat(size / 10)}'`,
  'many line ends in sed': (size) => `sed '${'\n'.repeat(size)}'`,
  'many texts that are printed': (size) => `echo ${'b'.repeat(size / 2000)};`.repeat(1900),
  'many words with wildcards': (size) => `cat ${'~/.s*h '.repeat(size / 7)}`,
  'a program in a folder with a long name': (size) => `${'a'.repeat(size)}/`,
  'many choices in braces': (size) => `ls ${'{a,b}'.repeat(size / 5)}`,
  'many paths in base64': (size) => `cat ${'L2V0Yy9ob3N0cw== '.repeat(size / 17)}`,
  'many secrets that are printed': (size) => `echo ${'$TOKEN '.repeat(size / 14000)};`.repeat(1900),
  'many secrets in one command': (size) => `echo ${'$TOKEN '.repeat(size / 7)}`,
  'letters that are exchanged in many words': (size) => `echo ${'a/b '.repeat(size / 4)}| tr a-z n-za-m`,
  'words that grow': (size) =>
    `echo ${'a'.repeat(1000)} ${'a '.repeat(size / 2)}| sed s/a/${'b'.repeat(60)}/`,
  'blanks behind a translation': (size) => `tr${' '.repeat(size)}`,
  'many edits that never end': (size) => 'sed s/a '.repeat(size / 8),
  'many variables of the environment': (size) => `env ${'A=1 '.repeat(size / 4)}`,
};
const codes: Readonly<Record<string, (size: number) => string>> = {
  'many texts that are added': (size) => `x = ${"'a' + ".repeat(size / 6)}`,
  'many texts that are joined': (size) => `os.path.join(${"'a', ".repeat(size / 5)}`,
  'many texts side by side': (size) => `x = ${"'a' ".repeat(size / 4)}`,
  'many names': (size) => `a = 'b'\n${'a + '.repeat(size / 4)}`,
  'a name that doubles': (size) => `a = 'b'\n${'a += a\n'.repeat(size / 7)}`,
  'quotes that are never closed': (size) => '\'x"y`z\n'.repeat(size / 7),
  'blanks and parentheses': (size) => `'a'${' ( ) '.repeat(size / 5)}'b'`,
  'many gaps of blanks': (size) => `${`'a'${' ('.repeat(18)}`.repeat(size / 39)}`,
  'many changes': (size) => `'a'${".replace('a', 'aa')".repeat(size / 19)}`,
  'many texts that are changed': (size) => "'a'.replace('a', 'b') ".repeat(size / 22),
  'many names that are changed': (size) => 'a.replace '.repeat(size / 10),
  'many numbers': (size) => `[${'47, '.repeat(size / 4)}`,
  'many lists of numbers': (size) => '[47, 47, 47, 47] '.repeat(size / 17),
  'many comparisons': (size) => `${"x == '/etc' ".repeat(size / 12)} write`,
  'many prints': (size) => 'print(env '.repeat(size / 10),
  'many environments': (size) => 'process.env '.repeat(size / 12),
  'many empty lines': (size) => `${'\n'.repeat(size)}env`,
  'blanks behind a variable': (size) => `environ['A_TOKEN'${' '.repeat(size)}x`,
  'one long word behind a comparison': (size) =>
    `if x.startswith('/etc'): pass\nopen('o','w').write('a')\n${'with'.repeat(size / 4)}`,
};
const statements: Readonly<Record<string, (size: number) => string>> = {
  'many words before a text': (size) => "from 'x ".repeat(size / 8),
  'many functions': (size) => "readfile('a".repeat(size / 11),
  'comments that are never closed': (size) => `select '${'/*'.repeat(size / 2)}*/`,
  'comments before anything': (size) => `${'--\n'.repeat(size / 3)}x`,
  'many blanks behind a word': (size) => `copy${' '.repeat(size)}'`,
};
const values: Readonly<Record<string, (size: number) => object>> = {
  'links of /proc one behind the other': (size) => ({ path: '/proc/self/root'.repeat(size / 15) }),
  'many programs beside many lists': (size) =>
    Object.fromEntries(
      Array.from({ length: size / 20 }, (_, index) => [
        index % 2 ? `cmd${index}` : `args${index}`,
        index % 2 ? 'ls' : ['a'],
      ]),
    ),
  'many folders and names': (size) => ({
    dirs: Array(Math.floor(size / 8)).fill('/a/b'),
    names: Array(Math.floor(size / 8)).fill('c'),
  }),
  'many paths with wildcards': (size) => ({ paths: Array(Math.floor(size / 8)).fill('/a/*b?/c') }),
};

const shapes = [
  ...Object.entries(commands).map(([name, make]) => ({
    name,
    tool: 'bash',
    make: (size: number) => ({ command: make(size) }),
  })),
  ...Object.entries(codes).map(([name, make]) => ({
    name: `code: ${name}`,
    tool: 'run_python',
    make: (size: number) => ({ code: make(size) }),
  })),
  ...Object.entries(statements).map(([name, make]) => ({
    name: `SQL: ${name}`,
    tool: 'query',
    make: (size: number) => ({ sql: make(size) }),
  })),
  ...Object.entries(values).map(([name, make]) => ({ name, tool: 'read_file', make })),
];

function cost(tool: string, args: object): number {
  const event = { method: 'tools/call', params: { name: tool, arguments: args } };
  const times = [1, 2, 3].map(() => {
    const start = process.cpuUsage();
    engine.evaluate(event);
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1000;
  });
  return Math.min(...times);
}

for (const { name, tool, make } of shapes)
  test(name, { timeout: 60_000 }, () => {
    const [small, large] = [cost(tool, make(15_000)), cost(tool, make(60_000))];
    // Times below a few milliseconds are too inaccurate.
    expect(large / Math.max(small, 8)).toBeLessThan(9);
  });
