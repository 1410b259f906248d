// Values that were made to be slow: four times as much may cost about four times as much, never sixteen times.
import { expect, test } from 'vitest';
import { compilePolicy } from './evaluate.js';
import { loadPolicy } from './parse.js';
import { presetText } from './presets/index.js';
import { loadShell } from './shell.js';

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
};
const values: Readonly<Record<string, (size: number) => object>> = {
  'links of /proc one behind the other': (size) => ({ path: '/proc/self/root'.repeat(size / 15) }),
  'many paths with wildcards': (size) => ({ paths: Array(Math.floor(size / 8)).fill('/a/*b?/c') }),
};

const shapes = [
  ...Object.entries(commands).map(([name, make]) => ({
    name,
    tool: 'bash',
    make: (size: number) => ({ command: make(size) }),
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
    // What is over in a few milliseconds is not worth a quarrel about noise.
    expect(large / Math.max(small, 8)).toBeLessThan(9);
  });
