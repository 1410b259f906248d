// The visible tables of programs: who runs what it is given, who connects as a matter of course, and which words name a
// key that is used and not read.

/** Programs that run a file, or their input. */
const INTERPRETERS = new Set(
  'sh eval bash dash zsh ksh fish ash csh tcsh source . python python2 python3 pypy pypy3 node nodejs deno bun tsx ts-node perl ruby php lua luajit rscript osascript pwsh powershell cmd wscript cscript expect tclsh java groovy julia elixir erl swift irb ipython'.split(
    ' ',
  ),
);

/** Programs that run a file only behind these flags. */
const FILE_FLAGS: Readonly<Record<string, readonly string[]>> = {
  make: ['-f', '--file', '--makefile'],
  gmake: ['-f', '--file', '--makefile'],
  awk: ['-f', '--file'],
  gawk: ['-f', '--file'],
  sed: ['-f', '--file'],
  git: ['-c'],
};

/** Files that a program runs without being told to. */
const GIT_HOOKS =
  'pre-commit prepare-commit-msg commit-msg post-commit pre-push post-checkout post-merge pre-rebase'
    .split(' ')
    .map((hook) => `.git/hooks/${hook}`);

/** Programs that start another one, named among their words. */
const LAUNCHERS = new Set(
  'npx bunx pnpx pnpm yarn npm uv uvx poetry pipx pdm hatch rye env sudo doas nohup nice time timeout xargs watch entr parallel setsid stdbuf busybox exec command'.split(
    ' ',
  ),
);

/** Change what may be done with a file, not what is in it. */
const METADATA_PROGRAMS = new Set('chmod chown chgrp mkdir touch'.split(' '));

/** Runners of tests and checks: what they are given is judged, not obeyed. */
const ANALYSIS_MODULES = new Set(
  'pytest unittest mypy ruff black flake8 pylint isort pip venv build coverage doctest compileall py_compile json.tool http.server'.split(
    ' ',
  ),
);

/** Talk to a registry or a repository that was configured before. */
const PACKAGE_PROGRAMS = new Set(
  'git npm pnpm yarn npx bun pip pip3 uv poetry cargo go mvn gradle gradlew bundle gem composer brew apt apt-get dnf apk dotnet nuget swift pod flutter'.split(
    ' ',
  ),
);
const LOCAL_PROGRAMS = new Set(
  'cd pushd popd pwd echo printf true : test [ export set ls mkdir sleep wait node make tsc vitest jest pytest eslint'.split(
    ' ',
  ),
);
/** Programs of which only these verbs connect as a matter of course. */
const ROUTINE_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  docker: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
  podman: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
};

/** Where downloads are put. */
const OUTPUT_FLAGS: Readonly<Record<string, readonly string[]>> = {
  curl: ['-o', '--output', '-sSLo', '-sLo', '-Lo', '-fsSLo', '-so', '-fLo'],
  wget: ['-O', '--output-document', '-qO'],
};

/** What these verbs make, anybody can read. */
const PUBLISHING_SUBCOMMANDS = new Set('publish upload deploy send-email'.split(' '));

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

/** Whether a program runs what it is given. */
export const isInterpreter = (name: string): boolean => INTERPRETERS.has(name);

/** Whether a program starts another one that stands among its words. */
export const isLauncher = (name: string): boolean => LAUNCHERS.has(name);

/** The files that a program runs unasked: the hooks of a repository. */
export const implicitlyRunFiles = (name: string): readonly string[] => (name === 'git' ? GIT_HOOKS : []);

/** Whether a program leaves the content of its files alone, although it writes to them. */
export const changesOnlyMetadata = (name: string): boolean => METADATA_PROGRAMS.has(name);

/** The flags of a program behind which stands a file that it runs. */
export const fileFlags = (name: string): readonly string[] =>
  Object.hasOwn(FILE_FLAGS, name) ? (FILE_FLAGS[name] ?? []) : [];

/** Whether a module of Python's `-m` only looks at the files that it is given. */
export const isAnalysisModule = (name: string): boolean => ANALYSIS_MODULES.has(name);

/** Whether a command connects, if at all, only where it always does. */
export function isRoutineCommand({
  program,
  words,
}: {
  readonly program: string;
  readonly words: readonly string[];
}): boolean {
  const name = programName(program);
  if (Object.hasOwn(ROUTINE_SUBCOMMANDS, name))
    return ROUTINE_SUBCOMMANDS[name]?.includes(words[1] ?? '') === true;
  return (
    LOCAL_PROGRAMS.has(name) ||
    (PACKAGE_PROGRAMS.has(name) && !words.some((word) => PUBLISHING_SUBCOMMANDS.has(word)))
  );
}

/** Whether at least the program itself is one of those that connect as a matter of course. */
export const isPackageProgram = (program: string): boolean =>
  PACKAGE_PROGRAMS.has(programName(program)) || Object.hasOwn(ROUTINE_SUBCOMMANDS, programName(program));

/** The files that a download makes: behind its flag, or named like the end of the address. */
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

/** The words of a command that name a key to be used: `ssh -i KEY`, `kubectl --kubeconfig=FILE`. */
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
