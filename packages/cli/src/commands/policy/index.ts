// The table of the `policy` commands. Each command is loaded when it is called.

import type { CommandGroup } from '../../command-line/command.js';

export const policy: CommandGroup = {
  kind: 'group',
  name: 'policy',
  summary: 'check, test, explain and convert policies',
  subcommands: [
    {
      name: 'test',
      summary: 'test a policy with fixtures',
      load: async () => (await import('./test.js')).test,
    },
    {
      name: 'check',
      summary: 'find errors and risky rules in a policy',
      load: async () => (await import('./check.js')).check,
    },
    {
      name: 'explain',
      summary: 'show which rule decides a call, and why',
      load: async () => (await import('./explain.js')).explain,
    },
    {
      name: 'show',
      summary: 'print the active policy',
      load: async () => (await import('./show.js')).show,
    },
    {
      name: 'convert',
      summary: 'convert a policy between `[[rule]]` and `[rules.name]`',
      load: async () => (await import('./convert.js')).convert,
    },
    {
      name: 'replay',
      summary: 'evaluate logged calls with a policy and show changed decisions',
      load: async () => (await import('./replay/replay.js')).replay,
    },
    {
      name: 'learn',
      summary: 'generate a policy that allows only the logged calls',
      load: async () => (await import('./learn/learn.js')).learn,
    },
    {
      name: 'import',
      summary: 'convert the policy of another firewall',
      load: async () => (await import('./import.js')).importCommand,
    },
  ],
  examples: [
    { command: 'policy check policy.toml', note: 'errors and risky rules, with line numbers' },
    {
      command: `policy explain --tool read_file --args '{"path":"~/.ssh/id_rsa"}'`,
      note: 'the decision for one call',
    },
  ],
};
