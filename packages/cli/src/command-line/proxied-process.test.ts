import { expect, test } from 'vitest';
import { isProxied, type ProcessFacts } from './proxied-process.js';

/** Processes from the parent upwards. */
const above =
  (...commands: readonly string[]) =>
  (pid: number): ProcessFacts | undefined => {
    const command = commands[pid - 100];
    if (command === undefined) return undefined;
    return { parent: pid + 1, words: command.split(' ') };
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
  {
    name: 'the same, as `wrap` with a command',
    processes: ['sh', 'node /usr/bin/clawdefender wrap -- x'],
    proxied: true,
  },
  {
    name: 'the same, with options of the runtime',
    processes: ['sh', '/usr/bin/node --no-warnings --import tsx /usr/bin/clawdefender proxy -- x'],
    proxied: true,
  },
  {
    name: 'the same, in folders with spaces, as `ps` prints them',
    processes: [
      'sh',
      '/Users/a/Application Support/bin/node /Users/a/My Work/packages/cli/dist/main.cjs proxy -- x',
    ],
    proxied: true,
  },
  {
    name: 'a tmux server that was started to run a proxy',
    processes: ['bash', '/usr/bin/tmux new -d clawdefender proxy --listen 127.0.0.1:3200 -- x'],
    proxied: false,
  },
  {
    name: 'a screen server that was started to run a proxy',
    processes: ['bash', '/bin/SCREEN -dmS x /usr/bin/node /usr/lib/cli/dist/main.cjs proxy -- x'],
    proxied: false,
  },
  {
    name: 'an agent with a question about the proxy',
    processes: ['bash', 'node /usr/bin/agent why does clawdefender proxy deny this'],
    proxied: false,
  },
  { name: 'another command of the firewall', processes: ['clawdefender status'], proxied: false },
  { name: '`wrap` of all servers', processes: ['node /usr/bin/clawdefender wrap --all'], proxied: false },
  { name: 'a text that contains the command', processes: ['grep clawdefender-proxy x'], proxied: false },
];
for (const { name, processes, proxied } of cases)
  test(`processes above this one: ${name}`, () => expect(isProxied(100, above(...processes))).toBe(proxied));
