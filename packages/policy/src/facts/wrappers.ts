// Programs that start other programs. Each row says where the inner command begins; what cannot be said is unknown.
import type { ShellWord } from './program.js';

/** What a program would start in turn. */
export interface Inner {
  readonly commands: readonly (readonly ShellWord[])[];
  readonly texts: readonly string[];
  readonly unknown: boolean;
}

const NOTHING: Inner = { commands: [], texts: [], unknown: false };
const SHELLS = new Set('sh bash dash zsh ksh mksh ash fish rbash csh tcsh'.split(' '));

// Options that take a value of their own, so that the value is not mistaken for the program.
const PREFIXES: Readonly<Record<string, string>> = {
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
};
// These take one operand before the program: `timeout 5 cmd`, `chroot /x cmd`, `flock file cmd`.
const OPERANDS: Readonly<Record<string, number>> = { timeout: 1, chroot: 1, flock: 1 };

// Options of everyday programs that start whatever they name.
const STARTERS: Readonly<Record<string, RegExp>> = {
  git: /^(?:-c$|-c\S|--config-env|--exec|--upload-pack|--receive-pack|--exec-path)/,
  tar: /^(?:--checkpoint-action|--to-command|--use-compress-program|-I)/,
  awk: /system\s*\(|\||getline/,
  gawk: /system\s*\(|\||getline/,
  mawk: /system\s*\(|\||getline/,
  sed: /(?:^|[;\n/}])e(?:[\s;]|$)|\/[gip]*e[gip]*$/,
  ssh: /ProxyCommand|LocalCommand|KnownHostsCommand/i,
  scp: /ProxyCommand|^-S/i,
  rsync: /^(?:-e|--rsh|--rsync-path)/,
  vim: /^[+]|^-c|^--cmd|^-S/,
  vi: /^[+]|^-c/,
  man: /^-P|--pager/,
  less: /^[+]!/,
  zip: /^(?:-TT|--unzip-command)/,
  split: /^--filter/,
  sort: /^--compress-program/,
};

type Starts = (words: readonly ShellWord[], input: readonly string[]) => Inner;

const UNKNOWN: Inner = { ...NOTHING, unknown: true };
const runsUnknown: Starts = () => UNKNOWN;
const runsOption: Starts = (words) => option(words, ['-c', '--command']);

const STARTING = new Map<string, Starts>([
  ...Object.keys(PREFIXES).map((name): [string, Starts] => [name, (words) => prefix(name, words)]),
  ...Object.entries(STARTERS).map(([name, pattern]): [string, Starts] => [name, starter(pattern)]),
  ...[...SHELLS].map((name): [string, Starts] => [name, shell]),
  ...['source', '.', 'powershell', 'pwsh', 'cmd', 'wsl'].map((name): [string, Starts] => [name, runsUnknown]),
  ...['su', 'runuser', 'script'].map((name): [string, Starts] => [name, runsOption]),
  ['find', find],
  ['fd', find],
  ['eval', (words) => ({ ...NOTHING, texts: [joined(words)], unknown: words.some(({ exact }) => !exact) })],
  ['trap', (words) => ({ ...NOTHING, texts: words.slice(0, 1).map(({ text }) => text) })],
  [
    'alias',
    (words) => ({
      ...NOTHING,
      texts: words.flatMap(({ text }) => (text.includes('=') ? [text.slice(text.indexOf('=') + 1)] : [])),
    }),
  ],
  [
    'ssh',
    (words) => ({
      ...NOTHING,
      texts: remote(words),
      unknown: words.some(({ text }) => STARTERS['ssh']?.test(text) ?? false),
    }),
  ],
  [
    'env',
    (words) =>
      words.some(({ text }) => text === '-S' || text.startsWith('--split-string'))
        ? { ...NOTHING, texts: [joined(words.filter(({ text }) => !text.startsWith('-')))] }
        : prefix('env', words),
  ],
]);

/** What a program would start, given the words of its command (its own name first) and its standard input. */
export function innerCommands(program: string, words: readonly ShellWord[], input: readonly string[]): Inner {
  const starts = STARTING.get(program);
  return starts === undefined ? NOTHING : starts(words.slice(1), input);
}

function starter(pattern: RegExp): Starts {
  const optionsOnly = pattern.source.startsWith('^(?:-');
  return (words) => {
    for (const { text } of words)
      if ((!optionsOnly || text.charCodeAt(0) === 45) && pattern.test(text)) return UNKNOWN;
    return NOTHING;
  };
}

const joined = (words: readonly ShellWord[]) => words.map(({ text }) => text).join(' ');

// `sh -c TEXT`; `sh FILE` runs what we cannot see; `sh` alone runs what is piped into it.
function shell(words: readonly ShellWord[], input: readonly string[]): Inner {
  const at = words.findIndex(({ text }) => /^-[a-z]*c[a-z]*$/.test(text));
  if (at !== -1) {
    const script = words.slice(at + 1).find(({ text }) => !/^[-+]/.test(text));
    return {
      ...NOTHING,
      texts: script === undefined ? [] : [script.text],
      unknown: script === undefined || !script.exact,
    };
  }
  if (words.some(({ text }) => text === '--version' || text === '--help')) return NOTHING;
  const file = words.some(({ text }) => !text.startsWith('-'));
  return { ...NOTHING, texts: file ? [] : input, unknown: file || input.length === 0 };
}

function option(words: readonly ShellWord[], names: readonly string[]): Inner {
  const at = words.findIndex(({ text }) => names.includes(text));
  const script = at === -1 ? undefined : words[at + 1];
  return {
    ...NOTHING,
    texts: script === undefined ? [] : [script.text],
    unknown: script !== undefined && !script.exact,
  };
}

function remote(words: readonly ShellWord[]): string[] {
  let at = 0;
  while (at < words.length && words[at]?.text.startsWith('-'))
    at += /^-[bcDEeFIiJLlmOopQRSWw]$/.test(words[at]?.text ?? '') ? 2 : 1;
  const command = words.slice(at + 1);
  return command.length === 0 ? [] : [joined(command)];
}

function find(words: readonly ShellWord[]): Inner {
  const commands: ShellWord[][] = [];
  let current: ShellWord[] | undefined;
  for (const word of words) {
    if (/^-(?:exec|execdir|ok|okdir|x|X)$|^--exec(?:-batch)?$/.test(word.text)) current = [];
    else if (current !== undefined && (word.text === ';' || word.text === '+')) {
      commands.push(current);
      current = undefined;
    } else current?.push(word);
  }
  if (current !== undefined) commands.push(current);
  return { ...NOTHING, commands };
}

function prefix(program: string, words: readonly ShellWord[]): Inner {
  const valued = (PREFIXES[program] ?? '').split(' ');
  let operands = OPERANDS[program] ?? 0;
  for (let at = 0; at < words.length; at += 1) {
    const { text } = words[at] ?? { text: '' };
    if (text === '--') continue;
    if (text.startsWith('-')) at += valued.includes(text) ? 1 : 0;
    else if (/^[A-Za-z_]\w*=/.test(text)) continue;
    else if (operands > 0) operands -= 1;
    else return flockText(program, words.slice(at));
  }
  return NOTHING;
}

// `flock FILE -c TEXT` and `watch 'TEXT'` hand one string to a shell.
function flockText(program: string, words: readonly ShellWord[]): Inner {
  const [only] = words;
  if (
    words.length === 1 &&
    only !== undefined &&
    /\s/.test(only.text) &&
    ['watch', 'parallel', 'xargs', 'flock'].includes(program)
  )
    return { ...NOTHING, texts: [only.text] };
  return { ...NOTHING, commands: [words] };
}
