// Handles programs that run a program from a package: `npx`, `npm exec`, `poetry run`.

import { type FindNested, NOTHING, shellTextOption } from './nested-commands.js';
import { prefix } from './prefix-programs.js';

// Subcommands that the name of a program follows: `npm exec`, `poetry run`.
export const VERBS: Readonly<Record<string, readonly string[]>> = {
  npm: ['exec', 'x'],
  pnpm: ['exec', 'dlx'],
  yarn: ['exec', 'dlx'],
  uv: ['run'],
  poetry: ['run'],
  pipenv: ['run'],
  pdm: ['run'],
  hatch: ['run'],
  bundle: ['exec'],
  mise: ['exec', 'x'],
  direnv: ['exec'],
};

export function runner(verbs: readonly string[]): FindNested {
  return (words) => {
    const at = words.findIndex(({ text }) => !text.startsWith('-'));
    if (at === -1 || !verbs.includes(words[at]?.text ?? '')) return NOTHING;
    return packageRunner('npx')(words.slice(at + 1), []);
  };
}

// `npx -c TEXT` passes the text to a shell; otherwise the first operand is the program.
export function packageRunner(name: string): FindNested {
  return (words, input) => {
    const called = shellTextOption(words, /^-c$|^--call$|^--shell-mode$/);
    const [attached] = words.filter(({ text }) => text.startsWith('--call='));
    if (attached !== undefined)
      return { ...NOTHING, texts: [attached.text.slice(7)], unknown: !attached.exact };
    return called.texts.length > 0 ? called : prefix(name, words, input);
  };
}
