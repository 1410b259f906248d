// The commands around a policy file. Each is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const policy: CommandGroup = {
  kind: 'group',
  name: 'policy',
  summary: 'test, check, explain and translate policies',
  subcommands: [
    {
      name: 'test',
      summary: 'run recorded calls against a policy',
      load: async () => (await import('./test.js')).test,
    },
    {
      name: 'check',
      summary: 'find mistakes in a policy',
      load: async () => (await import('./check.js')).check,
    },
    {
      name: 'explain',
      summary: 'say which rule decides a call, and why',
      load: async () => (await import('./explain.js')).explain,
    },
    {
      name: 'show',
      summary: 'print the policy that is in force',
      load: async () => (await import('./show.js')).show,
    },
    {
      name: 'convert',
      summary: 'rewrite a policy in the other form of rules',
      load: async () => (await import('./convert.js')).convert,
    },
    {
      name: 'replay',
      summary: 'run recorded calls against a changed policy',
      load: async () => (await import('./replay/replay.js')).replay,
    },
    {
      name: 'learn',
      summary: 'propose a policy that allows what was recorded, and no more',
      load: async () => (await import('./learn/learn.js')).learn,
    },
    {
      name: 'import',
      summary: 'translate the policy of another firewall',
      load: async () => (await import('./import.js')).importCommand,
    },
  ],
  examples: [
    { command: 'policy check policy.toml', note: 'errors and suspicious rules, with their places' },
    {
      command: `policy explain --tool read_file --args '{"path":"~/.ssh/id_rsa"}'`,
      note: 'what would happen to one call',
    },
  ],
};
