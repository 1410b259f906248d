// Tables of programs: programs that run their arguments, programs that download, and options with a key that is used
// but not read.

/** Programs that run a file or their input. */
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

/** Files that git runs automatically. */
const GIT_HOOKS =
  'pre-commit prepare-commit-msg commit-msg post-commit pre-push post-checkout post-merge pre-rebase'
    .split(' ')
    .map((hook) => `.git/hooks/${hook}`);

/** Programs that start another program, which their arguments name. */
const LAUNCHERS = new Set(
  'npx bunx pnpx pnpm yarn npm uv uvx poetry pipx pdm hatch rye env sudo doas nohup nice time timeout xargs watch entr parallel setsid stdbuf busybox exec command'.split(
    ' ',
  ),
);

/** Programs with a `run` subcommand that starts a script of the project. */
const PACKAGE_MANAGERS = new Set(['npm', 'pnpm', 'yarn']);

/** Programs that change the permissions of a file but not its content. */
const METADATA_PROGRAMS = new Set('chmod chown chgrp mkdir touch'.split(' '));

/** Python modules such as test runners and linters, which analyze their input. */
const ANALYSIS_MODULES = new Set(
  'pytest unittest mypy ruff black flake8 pylint isort pip venv build coverage doctest compileall py_compile json.tool http.server'.split(
    ' ',
  ),
);

/** Options for the name of a downloaded file or its folder. */
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

/** Returns the base name of a program in lower case and without the minor version: `python3.12` becomes `python3`. */
export function programName(program: string): string {
  const base = program.slice(Math.max(program.lastIndexOf('/'), program.lastIndexOf('\\')) + 1).toLowerCase();
  return base.replace(/\.exe$/, '').replace(/^([a-z]+\d?)[.-]\d[\d.]*$/, '$1');
}

/** Tests whether a program runs its arguments. */
export const isInterpreter = (name: string): boolean => INTERPRETERS.has(name);

/** Tests whether a program starts another program that its arguments name. */
export const isLauncher = (name: string): boolean => LAUNCHERS.has(name);

/** Returns the script of the project in `npm run NAME`. The script may have the name of a program. */
export function scriptName(program: string, words: readonly string[]): string | undefined {
  return PACKAGE_MANAGERS.has(program) && words[1] === 'run' ? words[2] : undefined;
}

/** Returns the files that a program runs automatically, which are the hooks of a git repository. */
export const implicitlyRunFiles = (name: string): readonly string[] => (name === 'git' ? GIT_HOOKS : []);

/** Tests whether a program does not change the content of its files, although it has the effect `write`. */
export const changesOnlyMetadata = (name: string): boolean => METADATA_PROGRAMS.has(name);

/** Returns the flags of a program that are followed by a file to run. */
export const fileFlags = (name: string): readonly string[] =>
  Object.hasOwn(FILE_FLAGS, name) ? (FILE_FLAGS[name] ?? []) : [];

/** Tests whether a Python module only reads its files (`python -m NAME`). */
export const isAnalysisModule = (name: string): boolean => ANALYSIS_MODULES.has(name);

/** Returns the files that a download creates: the value of its option, or the last segment of the URL. */
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

/** Returns the words of a command that name a key to use: `ssh -i KEY`, `kubectl --kubeconfig=FILE`. */
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
