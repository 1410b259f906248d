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
// The first operand says that a program follows: `npm exec`, `poetry run`.
const VERBS: Readonly<Record<string, readonly string[]>> = {
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
// These take one operand before the program: `timeout 5 cmd`, `chroot /x cmd`, `flock file cmd`.
const OPERANDS: Readonly<Record<string, number>> = { timeout: 1, chroot: 1, flock: 1, chrt: 1, taskset: 1 };

/** A module that stands in the command itself, or comes from elsewhere. */
const FOREIGN_MODULE = /^(?:--?[a-z-]+=)?(?:data|https?|blob):/i;

// Options of everyday programs that start whatever they name.
const STARTERS: Readonly<Record<string, RegExp>> = {
  tar: /^(?:--checkpoint-action|--to-command|--use-compress-program|-I)/,
  // From the command backwards: forwards, every line end would begin anew.
  sed: /e(?<=(?:^|[;\n/}\d$!,])\s*e)(?:[\s;]|$)|\/[gip\d]*e[gip\d]*$/,
  ssh: /ProxyCommand|LocalCommand|KnownHostsCommand/i,
  scp: /ProxyCommand|^-S/i,
  rsync: /^(?:-e|--rsh|--rsync-path)/,
  vim: /^[+]|^-c|^--cmd|^-S/,
  vi: /^[+]|^-c/,
  man: /^-P|--pager/,
  less: /^[+]!/,
  make: /^-$|^-f-$|^\/dev\/stdin$|^(?:SHELL|MAKEFLAGS)=|^--eval/,
  ...Object.fromEntries(['node', 'deno', 'tsx', 'ts-node'].map((name) => [name, FOREIGN_MODULE])),
  gdb: /^-{1,2}(?:ex|iex|eval-command|init-eval-command|x|command)/,
  zip: /^(?:-TT|--unzip-command)/,
  split: /^--filter/,
  sort: /^--compress-program/,
};

const GIT_OPTION = /^(?:-c|--config-env|--exec|--upload-pack|--receive-pack|--exec-path)/;
const GIT_SETTING =
  /^(?:core\.(?:hookspath|sshcommand|pager|editor|fsmonitor|gitproxy|askpass|attributesfile)|alias\.|credential\.|includeif\.|include\.path|[\w.-]+\.(?:command|cmd|textconv|clean|smudge|process|helper|program|vcs|proxy)$|ext::)/i;

// Settings of git name programs that it starts later; `ext::` is a program in place of an address.
function git(words: readonly ShellWord[]): Inner {
  for (const { text } of words)
    if (
      text.charCodeAt(0) === 45
        ? GIT_OPTION.test(text)
        : (text.includes('.') || text.includes(':')) && GIT_SETTING.test(text)
    )
      return UNKNOWN;
  return NOTHING;
}

/** What a program would start, given its arguments and its standard input. */
export type Starts = (words: readonly ShellWord[], input: readonly string[]) => Inner;

const UNKNOWN: Inner = { ...NOTHING, unknown: true };
const runsUnknown: Starts = () => UNKNOWN;
const runsOption: Starts = (words) => option(words, /^-[a-zA-Z]*c$|^--command$/);

const bun = runner(['x']);

/** Programs that start others. */
export const STARTING: ReadonlyMap<string, Starts> = new Map<string, Starts>([
  ...Object.keys(PREFIXES).map((name): [string, Starts] => [
    name,
    (words, input) => prefix(name, words, input),
  ]),
  ...Object.entries(STARTERS).map(([name, pattern]): [string, Starts] => [name, starter(pattern)]),
  ...[...SHELLS].map((name): [string, Starts] => [name, shell]),
  ...['powershell', 'pwsh', 'cmd', 'wsl'].map((name): [string, Starts] => [name, runsUnknown]),
  ...['source', '.'].map((name): [string, Starts] => [name, sourced]),
  ...['export', 'declare', 'typeset', 'readonly', 'local'].map((name): [string, Starts] => [name, assigning]),
  ...['su', 'runuser', 'script'].map((name): [string, Starts] => [name, runsOption]),
  ...Object.entries(VERBS).map(([name, verbs]): [string, Starts] => [name, runner(verbs)]),
  ...['npx', 'pnpx', 'bunx'].map((name): [string, Starts] => [name, packageRunner(name)]),
  [
    'bun',
    (words, input) => (words.some(({ text }) => FOREIGN_MODULE.test(text)) ? UNKNOWN : bun(words, input)),
  ],
  ['git', git],
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
    (words, input) =>
      words.some(({ text }) => /^-[a-zA-Z0]*S|^--s/.test(text))
        ? { ...NOTHING, texts: [splitString(words)], unknown: words.some(({ text }) => isMeaningful(text)) }
        : prefix('env', words, input),
  ],
]);

function runner(verbs: readonly string[]): Starts {
  return (words) => {
    const at = words.findIndex(({ text }) => !text.startsWith('-'));
    if (at === -1 || !verbs.includes(words[at]?.text ?? '')) return NOTHING;
    return packageRunner('npx')(words.slice(at + 1), []);
  };
}

// `npx -c TEXT` hands the text to a shell; else the first operand is the program.
function packageRunner(name: string): Starts {
  return (words, input) => {
    const called = option(words, /^-c$|^--call$|^--shell-mode$/);
    return called.texts.length > 0 ? called : prefix(name, words, input);
  };
}

function starter(pattern: RegExp): Starts {
  const optionsOnly = /^\^\(\?:-[^)?]*\)(?!\?)/.test(pattern.source);
  return (words) => {
    for (const { text } of words)
      if ((!optionsOnly || text.charCodeAt(0) === 45) && pattern.test(text)) return UNKNOWN;
    return NOTHING;
  };
}

/** Whether there is a value that makes an assignment to this variable meaningful. */
export const canMatter = (variable: string): boolean => variable === 'PATH' || MEANING.test(variable);

/** Does an assignment (`PATH=/tmp/x`) make names below it mean something else? */
export function isMeaningful(assignment: string): boolean {
  const [, name = '', value = ''] = /^([A-Za-z_]\w*)\+?=(.*)$/s.exec(assignment) ?? [];
  if (name === 'PATH') return !value.split(':').every((folder) => USUAL_FOLDER.test(folder));
  return MEANING.test(name) && !HARMLESS_PAGER.test(assignment);
}

const MEANING =
  /^(?:LD_|DYLD_|BASH_ENV$|ENV$|GIT_(?:SSH|PAGER|EDITOR|SEQUENCE_EDITOR|ASKPASS|EXTERNAL_DIFF|EXEC_PATH|CONFIG|PROXY|TEMPLATE_DIR|DIR$|WORK_TREE)|PYTHONSTARTUP$|PYTHONPATH$|NODE_OPTIONS$|NODE_PATH$|PERL5|RUBYOPT$|RUBYLIB$|JAVA_TOOL_OPTIONS$|PAGER$|MANPAGER$|EDITOR$|VISUAL$|BROWSER$|PROMPT_COMMAND$|PS4$|SHELL$|IFS$|SSH_ASKPASS|TAR_OPTIONS$)/;
const HARMLESS_PAGER =
  /^(?:GIT_PAGER|PAGER|MANPAGER|GIT_EDITOR|GIT_SEQUENCE_EDITOR|EDITOR|VISUAL|BROWSER)=(?:|cat|less|true|:|vim?|nano|none)$/;
// Where tools of the system and of the user are installed, and what the search path was before.
const USUAL_FOLDER =
  /^(?:\$PATH|\$\{PATH\}|(?:\.\/|\$PWD\/|\.)?\/?node_modules\/\.bin|\/(?:usr|opt|bin|sbin|snap|nix)(?:\/[\w.@+-]+)*|(?:~|\$HOME|\$\{HOME\})\/\.?[\w-]+(?:\/[\w.-]+)*\/(?:bin|shims))$/;

function assigning(words: readonly ShellWord[]): Inner {
  return words.some(({ text }) => isMeaningful(text)) ? UNKNOWN : NOTHING;
}

// Activating an environment of Python is everyday work; any other file that is read in can hold any command.
function sourced(words: readonly ShellWord[]): Inner {
  const [only] = words;
  return words.length === 1 &&
    only?.exact === true &&
    /(?:^|\/)\.?v?env\/(?:bin|Scripts)\/activate$/.test(only.text)
    ? NOTHING
    : UNKNOWN;
}

const splitString = (words: readonly ShellWord[]) =>
  words
    .map(({ text }) => text.replace(/^-[a-zA-Z0]*S=?|^--s[a-z-]*=?/, ''))
    .filter((text) => text !== '' && !text.startsWith('-'))
    .join(' ');

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

function option(words: readonly ShellWord[], name: RegExp): Inner {
  const at = words.findIndex(({ text }) => name.test(text));
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

// What `find` hands on lies below the folders it starts from: `{}` stands for anything there.
function find(words: readonly ShellWord[]): Inner {
  const end = words.findIndex(({ text }) => /^[-(!]/.test(text));
  const given = words.slice(0, end === -1 ? words.length : end);
  const roots = given.length === 0 ? [{ text: '.', exact: true }] : given;
  const found = roots.map(({ text }) => ({ text: `${text.replace(/\/+$/, '')}/*`, exact: false }));
  const commands: ShellWord[][] = [];
  let current: ShellWord[] | undefined;
  // Many folders handed on many times would be more words than there are in the text, and by far.
  let handedOn = 0;
  const handOn = () => {
    handedOn += found.length;
    return handedOn <= MOST_HANDED_ON ? found : found.slice(0, 1);
  };
  for (const word of words) {
    if (/^-(?:exec|execdir|ok|okdir|x|X)$|^--exec(?:-batch)?$/.test(word.text)) current = [];
    else if (current !== undefined && (word.text === ';' || word.text === '+')) {
      commands.push(current);
      current = undefined;
    } else if (current !== undefined) {
      if (word.text === '{}') for (const one of handOn()) current.push(one);
      else current.push(word.text.includes('{}') ? { text: word.text, exact: false } : word);
    } else if (word.text === '-delete') commands.push([{ text: 'rm', exact: true }, ...handOn()]);
  }
  if (current !== undefined) commands.push(current);
  return { ...NOTHING, commands, unknown: handedOn > MOST_HANDED_ON };
}

const MOST_HANDED_ON = 2000;

function prefix(program: string, words: readonly ShellWord[], input: readonly string[]): Inner {
  let unknown = false;
  const valued = (PREFIXES[program] ?? '').split(' ');
  let operands = OPERANDS[program] ?? 0;
  for (let at = 0; at < words.length; at += 1) {
    const { text } = words[at] ?? { text: '' };
    if (text === '--') continue;
    if (text.startsWith('-')) at += valued.includes(text) ? 1 : 0;
    else if (/^[A-Za-z_]\w*=/.test(text)) unknown ||= isMeaningful(text);
    else if (operands > 0) operands -= 1;
    else {
      const inner = flockText(program, words.slice(at), input);
      return unknown ? { ...inner, unknown } : inner;
    }
  }
  return unknown ? UNKNOWN : NOTHING;
}

// `flock FILE -c TEXT` and `watch 'TEXT'` hand one string to a shell.
function flockText(program: string, words: readonly ShellWord[], input: readonly string[]): Inner {
  const [only] = words;
  if (
    words.length === 1 &&
    only !== undefined &&
    /\s/.test(only.text) &&
    ['watch', 'parallel', 'xargs', 'flock'].includes(program)
  )
    return { ...NOTHING, texts: [only.text] };
  if (program !== 'xargs' && program !== 'parallel') return { ...NOTHING, commands: [words] };
  // What comes in becomes arguments.
  const given = input.flatMap((text) => text.split(/\s+/)).filter((text) => text !== '');
  return { ...NOTHING, commands: [[...words, ...given.map((text) => ({ text, exact: false }))]] };
}
