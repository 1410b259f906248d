// Programs that take a command as an argument: `tmux new -d CMD`, `hyperfine 'TEXT'`, `nodemon --exec TEXT`. Their
// other options are not listed; every argument that is the name of a known program can begin the command.

import type { ShellWord } from '../shell/shell-syntax.js';
import { type FindNested, type NestedCommands, NOTHING, optionTexts } from './nested-commands.js';

const isText = ({ text }: ShellWord): boolean => /\s/.test(text);
const textsOf = (words: readonly ShellWord[]): string[] => words.filter(isText).map(({ text }) => text);

/** A command somewhere among the arguments, or a text for a shell. */
const anywhere: FindNested = (words) => ({ ...NOTHING, texts: textsOf(words), candidates: words });

const afterVerb =
  (verb: RegExp): FindNested =>
  (words) => {
    const at = words.findIndex(({ text }) => verb.test(text));
    return at === -1 ? NOTHING : anywhere(words.slice(at + 1), []);
  };

const options =
  (names: RegExp): FindNested =>
  (words) => ({ ...NOTHING, texts: optionTexts(words, names) });

/** `!text` starts a program. */
const escapes: FindNested = (words) => ({
  ...NOTHING,
  texts: words.flatMap(({ text }) => (text.startsWith('!') ? [text.slice(1)] : [])),
});

/** `ed` runs the rest of a line after `!`. */
const editor: FindNested = (_, input) => ({
  ...NOTHING,
  texts: input.flatMap((text) =>
    [...text.matchAll(/^[ \t]*(?:[\d.$,]*[rwe]\s*)?!(.*)$/gm)].map(([, rest = '']) => rest),
  ),
});

/** `spawn` and `exec` begin a command of a script for `expect`. */
const expects: FindNested = (words, input) => ({
  ...NOTHING,
  texts: [...optionTexts(words, /^-c$/), ...input].map((text) =>
    text.replace(/\b(?:spawn|exec|system)\b(?:\s+-{1,2}\w*)*/g, ';'),
  ),
});

const named = (names: string, find: FindNested): [string, FindNested][] =>
  names.split(' ').map((name) => [name, find]);

export const COMMAND_ARGUMENTS: readonly (readonly [string, FindNested])[] = [
  ...named(
    'perf catchsegv logsave retry setarch linux32 linux64 prlimit setpriv faketime rlwrap rlfe pkexec dbus-launch entr watchexec onchange chronic run-one start-stop-daemon tmux screen zellij hyperfine concurrently conc dotenv dotenvx dotenv-cli cross-env cross-env-shell env-cmd with-env unbuffer-command nodemon chokidar ptywrap daemonize daemon pm2 supervise multitime torify bwrap tini dumb-init gosu su-exec chpst envdir setuidgid softlimit ccache distcc sccache konsole kitty wezterm alacritty xterm gnome-terminal x-terminal-emulator foot rr distrobox toolbox lxc lxc-attach incus machinectl',
    anywhere,
  ),
  ...named(
    'conda mamba micromamba asdf doppler op lerna nx infisical chamber aws-vault teller rbenv pyenv nodenv volta fnm nvm rye pixi devbox vercel netlify heroku railway',
    afterVerb(/^(?:run|exec|env:exec)$/),
  ),
  ...named('nix', afterVerb(/^(?:run|shell|develop)$/)),
  ...named('cmake', (words, input) =>
    words[0]?.text === '-E' && words[1]?.text === 'env' ? anywhere(words.slice(2), input) : NOTHING,
  ),
  ...named('nix-shell', options(/^--(?:run|command)$/)),
  ...named('mapfile readarray complete compgen', options(/^-C$/)),
  ...named('capsh', options(/^-c$/)),
  ...named('tsc-watch tsup', options(/^--on[A-Z]\w*|^--on-\w+$/)),
  ...named('cargo', options(/^(?:-s|--shell)$/)),
  ...named('husky', (words) => ({ ...NOTHING, texts: textsOf(words) })),
  ...named('gh', escapes),
  ...named('ed', editor),
  ...named('expect', expects),
];

/** Subcommands of git that run a command; undefined for others. */
export function gitCommand(verb: string, words: readonly ShellWord[]): NestedCommands | undefined {
  switch (verb) {
    case 'rebase':
      return options(/^(?:-x|--exec)$/)(words, []);
    case 'difftool':
      return options(/^(?:-x|--extcmd)$/)(words, []);
    case 'grep':
      return options(/^(?:-O|--open-files-in-pager)$/)(words, []);
    case 'filter-branch':
      return options(/^--[a-z]+-filter$/)(words, []);
    case 'submodule':
    case 'bisect': {
      const at = words.findIndex(({ text }) => text === 'foreach' || text === 'run');
      const rest =
        at === -1 ? [] : words.slice(at + 1).filter(({ text }) => !/^(?:--recursive|--quiet|-q)$/.test(text));
      if (rest.length < 2) return { ...NOTHING, texts: rest.map(({ text }) => text) };
      return { ...NOTHING, commands: [rest] };
    }
    default:
      return undefined;
  }
}
