// Tables of programs: those that run their arguments, those that download, and words that name a key that is used
// but not read.

/** Programs that run a file, or their input. */
const INTERPRETERS = new Set(
  'sh eval bash dash zsh ksh fish ash csh tcsh source . python python2 python3 pypy pypy3 node nodejs deno bun tsx ts-node perl ruby php lua luajit rscript osascript pwsh powershell cmd wscript cscript expect tclsh java groovy julia elixir erl swift irb ipython'.split(
    ' ',
  ),
);

/** Programs that run a file only after these flags. */
const FILE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  make: ['-f', '--file', '--makefile'],
  gmake: ['-f', '--file', '--makefile'],
  awk: ['-f', '--file'],
  gawk: ['-f', '--file'],
  sed: ['-f', '--file'],
  git: ['-c'],
};

/** Files that a program runs automatically. */
const GIT_HOOKS =
  'pre-commit prepare-commit-msg commit-msg post-commit pre-push post-checkout post-merge pre-rebase'
    .split(' ')
    .map((hook) => `.git/hooks/${hook}`);

/** Programs that start another one, named in their arguments. */
const LAUNCHERS = new Set(
  'npx bunx pnpx pnpm yarn npm uv uvx poetry pipx pdm hatch rye env sudo doas nohup nice time timeout xargs watch entr parallel setsid stdbuf busybox exec command'.split(
    ' ',
  ),
);

/** Programs whose `run` starts a script of the project. */
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn']);

/** Programs that change the permissions of a file, not its content. */
const METADATA_PROGRAMS = new Set('chmod chown chgrp mkdir touch'.split(' '));

/** Test runners and checkers, whose input is examined but not executed by them. */
const ANALYSIS_MODULES = new Set(
  'pytest unittest mypy ruff black flake8 pylint isort pip venv build coverage doctest compileall py_compile json.tool http.server'.split(
    ' ',
  ),
);

/** Common download folders. */
const OUTPUT_FLAGS: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output', '-sSLo', '-sLo', '-Lo', '-fsSLo', '-so', '-fLo'],
  wget: ['-O', '--output-document', '-qO'],
};

const KEY_FLAGS: Readonly<Record<string, readonly string[]>> = {
  ssh: ['-i', '-F'],
  scp: ['-i', '-F'],
  sftp: ['-i', '-F'],
  mosh: ['--ssh'],
  'ssh-add': [],
  kubectl: ['--kubeconfig'],
  helm: ['--kubeconfig'],
  curl: ['-E', '--cert', '--key', '--cacert', '--netrc-file'],
  wget: ['--certificate', '--private-key', '--ca-certificate'],
  docker: ['--config', '--env-file'],
  podman: ['--env-file'],
  gcloud: ['--key-file'],
  openssl: ['-CAfile'],
};

/** The base name of a program in lower case, without the version: `python3.12` is `python3`. */
export function programName(program: string): string {
  const base = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).toLowerCase();
  return base.replace(/\.exe$/, '').replace(/^([a-z]+\d?)[.-]\d[\d.]*$/, '$1');
}

/** True if a program runs its arguments. */
export const isInterpreter = (name: string): boolean => INTERPRETERS.has(name);

/** True if a program starts another one in its arguments. */
export const isLauncher = (name: string): boolean => LAUNCHERS.has(name);

/** The script of the project in `npm run NAME`, which may have the name of a program. */
export function scriptName(program: string, words: readonly string[]): string | undefined {
  return PACKAGE_MANAGERS.has(program) && words[1] === 'run' ? words[2] : undefined;
}

/** The files that a program runs automatically: the hooks of a repository. */
export const implicitlyRunFiles = (name: string): readonly string[] => (name === 'git' ? GIT_HOOKS : []);

/** True if a program does not change the content of its files, although it writes to them. */
export const changesOnlyMetadata = (name: string): boolean => METADATA_PROGRAMS.has(name);

/** The flags of a program that are followed by a file to run. */
export const fileFlags = (name: string): readonly string[] =>
  Object.hasOwn(FILE_FLAGS, name) ? (FILE_FLAGS[name] ?? []) : [];

/** True if a module of Python's `-m` only reads its files. */
export const isAnalysisModule = (name: string): boolean => ANALYSIS_MODULES.has(name);

/** The files that a download creates: after its flag, or with the last segment of the URL. */
export function downloadedFiles({
  program,
  words,
}: {
  readonly program: string;
  readonly words: readonly string[];
}): string[] {
  const name = programName(program);
  if (!Object.hasOwn(OUTPUT_FLAGS, name)) return [];
  const flags = OUTPUT_FLAGS[name] ?? [];
  return words.flatMap((word, index) => {
    if (flags.includes(words[index - 1] ?? '')) return [word];
    const flag = flags.find((one) => one.startsWith('--') && word.startsWith(`${one}=`));
    if (flag !== undefined) return [word.slice(flag.length + 1)];
    const end = /^[a-z]+:\/\/[^?#]*\/([^/?#]+)/i.exec(word)?.[1];
    return end === undefined ? [] : [end];
  });
}

/** The words of a command that name a key to use: `ssh -i KEY`, `kubectl --kubeconfig=FILE`. */
export function keyArguments({
  program,
  words,
}: {
  readonly program: string;
  readonly words: readonly string[];
}): string[] {
  const name = programName(program);
  const flags = Object.hasOwn(KEY_FLAGS, name) ? (KEY_FLAGS[name] ?? []) : [];
  if (name === 'ssh-add') return words.slice(1);
  return words.flatMap((word, index) => {
    if (flags.includes(words[index - 1] ?? '')) return [word];
    const flag = flags.find((one) => word.startsWith(`${one}=`));
    return flag === undefined ? [] : [word, word.slice(flag.length + 1)];
  });
}
