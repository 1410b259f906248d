import { describe, expect, test } from 'vitest';
import { windowsInvocation } from './windows-command.js';

const env = {
  Path: 'C:\\tools;C:\\Program Files\\nodejs\\',
  PATHEXT: '.COM;.EXE;.CMD',
  ComSpec: 'C:\\Windows\\cmd.exe',
};
const files = new Set([
  'C:\\Program Files\\nodejs\\node.exe',
  'C:\\Program Files\\nodejs\\npx.cmd',
  'npx.cmd',
  '.\\own.cmd',
]);
const invoke = (command: string, ...args: string[]) =>
  windowsInvocation(command, args, { env, isFile: (path) => files.has(path) });

describe('commands on Windows', () => {
  test('row 21: a program is found on the path and started directly', () => {
    expect(invoke('node', 'a b', '"')).toEqual({
      command: 'C:\\Program Files\\nodejs\\node.exe',
      args: ['a b', '"'],
      verbatim: false,
    });
  });

  test('row 21: a script is started with the system cmd.exe, never one in the current folder', () => {
    const { command, args, verbatim } = invoke('npx', '-y');
    expect([command, verbatim, ...args.slice(0, 3)]).toEqual([
      'C:\\Windows\\cmd.exe',
      true,
      '/d',
      '/s',
      '/c',
    ]);
    expect(args[3]).toContain('C:\\Program^ Files\\nodejs\\npx.cmd');
  });

  const hostile = ['a&calc', 'a|b', '%PATH%', '"&calc&"', '!x!', '^', 'a\\"&b', '(x)', '>out', 'trailing\\'];
  for (const arg of hostile) {
    test(`row 21: cmd.exe passes ${arg} unchanged`, () => {
      const line = invoke('.\\own.cmd', arg).args[3] as string;
      // cmd.exe removes one level of carets, and the command line of the script removes the second.
      const once = line.slice(1, -1).replace(/\^(.)/g, '$1');
      const twice = once.replace(/\^(.)/g, '$1');
      expect(once.replace(/\^./g, '')).not.toMatch(/[&|<>%!"()]/);
      const unquoted = twice.slice(twice.indexOf(' ') + 2, -1);
      // The C runtime halves the number of backslashes before a quote or the end; after an odd number, the quote is
      // literal.
      const halved = unquoted.replace(
        /(\\+)("|$)/g,
        (_, slashes: string, quote: string) => slashes.slice(slashes.length / 2 + 0.5) + quote,
      );
      expect(halved).toBe(arg);
    });
  }

  test('an unknown command leads to the error of the system', () => {
    expect(invoke('nothing', 'x')).toEqual({ command: 'nothing', args: ['x'], verbatim: false });
  });
});
