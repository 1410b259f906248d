// Implements `completion`: prints a shell script that completes commands, options and their values.

import { PRESETS } from '@claw/policy';
import { clients } from '../../clients/known/known-clients.js';
import { defineCommand, exitCode } from '../../command-line/command.js';
import { suggest } from '../../command-line/suggest.js';
import { bashCompletion } from './bash.js';
import { type Choices, collectWords } from './collect.js';
import { fishCompletion } from './fish.js';
import { zshCompletion } from './zsh.js';

const shells = { bash: bashCompletion, zsh: zshCompletion, fish: fishCompletion };

export const completion = defineCommand({
  name: 'completion',
  summary: 'print a completion script for your shell',
  usage: ['bash|zsh|fish'],
  options: {},
  operands: 'some',
  passthrough: false,
  examples: [
    {
      command: 'completion bash',
      note: 'bash: add `eval "$(clawdefender completion bash)"` to ~/.bashrc. zsh: add `eval "$(clawdefender completion zsh)"` to ~/.zshrc, after `compinit`',
    },
    { command: 'completion fish > ~/.config/fish/completions/clawdefender.fish', note: 'fish' },
  ],
  async run({ operands, output }) {
    const [name = '', extra] = operands;
    const known = Object.keys(shells) as (keyof typeof shells)[];
    const shell = known.find((one) => one === name);
    if (shell === undefined || extra !== undefined) {
      output.error(describeProblem(name, known));
      return exitCode.usageError;
    }
    const { commands } = await import('../index.js');
    const text = shells[shell](await collectWords(commands, choices));
    output.result({ json: undefined, text: () => text });
    return exitCode.success;
  },
});

const use = 'Use `bash`, `zsh` or `fish`';

function describeProblem(name: string, known: readonly string[]): string {
  if (name === '') return `No shell given. ${use}, as in \`clawdefender completion bash\`.`;
  if (known.includes(name)) return 'Too many arguments: give the name of one shell.';
  const nearest = suggest(name, known);
  return `Unknown shell \`${name}\`. ${nearest ? `Did you mean \`${nearest}\`?` : `${use}.`}`;
}

const choices: Choices = {
  options: {
    client: clients.map(({ name }) => name),
    preset: PRESETS,
    expect: ['allow', 'deny', 'prompt', 'log'],
  },
  commands: { completion: Object.keys(shells) },
};
