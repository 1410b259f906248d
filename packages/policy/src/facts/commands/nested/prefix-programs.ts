// Finds the program that follows a prefix program: `sudo`, `env`, `timeout 5`, `xargs`.

import type { ShellWord } from '../shell/shell-syntax.js';
import { altersExecution } from '../variables/execution-variables.js';
import { type NestedCommands, NOTHING, UNKNOWN } from './nested-commands.js';

// The prefix programs with a pattern of their options that have a separate value. This value is not the inner
// program.
export const PREFIXES: Readonly<Record<string, string>> = {
  sudo: '-u -g -h -p -C -r -t -T -U -D -R --user --group --host --prompt --chdir --chroot',
  doas: '-u -C',
  env: '-u -S -C --unset --chdir --split-string',
  nice: '-n --adjustment',
  ionice: '-c -n -p',
  timeout: '-s -k --signal --kill-after',
  nohup: '',
  setsid: '',
  stdbuf: '-i -o -e',
  time: '-f -o',
  command: '',
  builtin: '',
  exec: '-a',
  xargs: '-I -n -P -L -d -s -E -a --max-args --max-procs --delimiter --arg-file --replace',
  parallel: '-j -a --jobs',
  watch: '-n -d',
  strace: '-e -o -p -s',
  ltrace: '-e -o',
  chroot: '',
  unshare: '',
  nsenter: '-t',
  flock: '-w -E',
  busybox: '',
  toybox: '',
  caffeinate: '-t -w',
  proxychains: '-f',
  proxychains4: '-f',
  torsocks: '',
  unbuffer: '',
  coproc: '',
  chrt: '',
  taskset: '',
  'systemd-run': '-u -p -t --unit --property --slice --description',
  'dbus-run-session': '',
  'xvfb-run': '-n -s -e --server-args',
  firejail: '',
  proot: '-b -w -r -q',
  fakeroot: '',
  numactl: '',
  eatmydata: '',
  valgrind: '',
  'ld.so': '--library-path --preload',
  'ld-linux.so': '--library-path --preload',
  'ld-linux-x86-64.so': '--library-path --preload',
  'ld-linux-aarch64.so': '--library-path --preload',
  'ld-musl-x86_64.so': '--library-path --preload',
  npx: '-p --package -w --workspace',
  pnpx: '-p --package',
  bunx: '-p --package',
  uvx: '--from --with',
  pipx: '',
};

// The number of operands before the inner program: `timeout 5 cmd`, `chroot /x cmd`, `flock file cmd`.
const OPERANDS: Readonly<Record<string, number>> = { timeout: 1, chroot: 1, flock: 1, chrt: 1, taskset: 1 };

export function prefix(
  program: string,
  words: readonly ShellWord[],
  input: readonly string[],
): NestedCommands {
  // `command -v NAME` prints the location of a program and does not start it.
  if (program === 'command' && /^-[vV]$/.test(words[0]?.text ?? '')) return NOTHING;
  let unknown = false;
  const valued = (PREFIXES[program] ?? '').split(' ');
  let operands = OPERANDS[program] ?? 0;
  for (let at = 0; at < words.length; at += 1) {
    const { text } = words[at] ?? { text: '' };
    if (text === '--') continue;
    if (text.startsWith('-')) at += valued.includes(text) ? 1 : 0;
    else if (/^[A-Za-z_]\w*=/.test(text)) unknown ||= altersExecution(text);
    else if (operands > 0) operands -= 1;
    else {
      const inner = flockText(program, words.slice(at), input, words.slice(0, at));
      return unknown ? { ...inner, unknown } : inner;
    }
  }
  // Without a command, each line of the input is one.
  if (program === 'parallel' && input.length > 0) return { ...NOTHING, texts: input, unknown };
  return unknown ? UNKNOWN : NOTHING;
}

// Handles `flock FILE -c TEXT` and `watch 'TEXT'`, which pass a string to a shell.
function flockText(
  program: string,
  words: readonly ShellWord[],
  input: readonly string[],
  options: readonly ShellWord[],
): NestedCommands {
  const [only] = words;
  const values = words.findIndex(({ text }) => /^:::\+?$/.test(text));
  if (program === 'parallel' && values > 0) {
    const given = words.slice(values + 1).map(({ text }) => ({ text, exact: false }));
    if (values === 1 && only !== undefined && /\s/.test(only.text))
      return { ...NOTHING, texts: [`${only.text} ${given.map(({ text }) => text).join(' ')}`] };
    return { ...NOTHING, commands: [[...words.slice(0, values), ...given]] };
  }
  if (
    words.length === 1 &&
    only !== undefined &&
    /\s/.test(only.text) &&
    ['watch', 'parallel', 'xargs', 'flock'].includes(program)
  )
    return { ...NOTHING, texts: [only.text] };
  if (program !== 'xargs' && program !== 'parallel') return { ...NOTHING, commands: [words] };
  // The words of the standard input become arguments.
  // biome-ignore lint/suspicious/noControlCharactersInRegex: `xargs -0` separates words with this character
  const given = input.flatMap((text) => text.split(/[\s\u0000]+/)).filter((text) => text !== '');
  const mark = placeholderOf(options);
  if (given.length > 0 && words.some(({ text }) => text.includes(mark))) {
    // The limit applies because many words combined with many values would be far more than the text contains.
    const taken = given.slice(0, Math.max(1, Math.floor(MAX_FILLED / words.length)));
    const commands = taken.map((text) => fill(words, mark, text));
    return { ...NOTHING, commands, unknown: taken.length < given.length };
  }
  return { ...NOTHING, commands: [[...words, ...given.map((text) => ({ text, exact: false }))]] };
}

const MAX_FILLED = 400;

/** The text that `xargs -I TEXT` replaces with a word of the input. */
function placeholderOf(options: readonly ShellWord[]): string {
  const at = options.findIndex(({ text }) => /^-[A-Za-z0-9]*I/.test(text));
  const attached = options[at]?.text.replace(/^-[A-Za-z0-9]*I/, '') ?? '';
  return attached || (at === -1 ? undefined : options[at + 1]?.text) || '{}';
}

const fill = (words: readonly ShellWord[], mark: string, value: string): readonly ShellWord[] =>
  words.map((word) =>
    word.text.includes(mark) ? { text: word.text.replaceAll(mark, value), exact: false } : word,
  );
