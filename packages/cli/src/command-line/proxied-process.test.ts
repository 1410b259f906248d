import { expect, test } from 'vitest';
import { isProxied, type ProcessFacts } from './proxied-process.js';

/** Processes from the parent upwards. */
const above =
  (...commands: readonly string[]) =>
  (pid: number): ProcessFacts | undefined => {
    const command = commands[pid - 100];
    if (command === undefined) return undefined;
    return { parent: pid + 1, words: command.split(' '), isMarked: command === 'marked' };
  };

const cases = [
  { name: 'a shell of the user', processes: ['bash', 'sshd'], proxied: false },
  { name: 'a job of CI', processes: ['sh -e script', 'node runner.js'], proxied: false },
  {
    name: 'a server behind the firewall',
    processes: [
      'sh -c x',
      'node server.js',
      'node /usr/lib/node_modules/@claw/cli/dist/main.cjs proxy --server x',
    ],
    proxied: true,
  },
  {
    name: 'the same, started by its name',
    processes: ['sh', '/usr/bin/clawdefender proxy -- x'],
    proxied: true,
  },
  { name: 'another command of the firewall', processes: ['clawdefender status'], proxied: false },
  { name: 'a text that contains the command', processes: ['grep clawdefender-proxy x'], proxied: false },
  { name: 'a process that has the variable', processes: ['sh', 'marked'], proxied: true },
];
for (const { name, processes, proxied } of cases)
  test(`processes above this one: ${name}`, () =>
    expect(isProxied({}, 100, above(...processes))).toBe(proxied));

test('the variable is enough', () =>
  expect(isProxied({ CLAWDEFENDER_PROXIED: '1' }, 100, above('bash'))).toBe(true));
