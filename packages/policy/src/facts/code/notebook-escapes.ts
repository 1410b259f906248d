// Finds shell commands in notebook code: `!cmd`, `files = !ls`, `%sx cmd`, `%%bash`. Other magics are
// replaced by an equivalent command: `%load FILE` reads a file, `%env` prints the environment.

/** Matches code that may contain such a command. */
export const MAY_ESCAPE = /^[ \t]*(?:[\w.,[\]' ]{1,80}=[ \t]*)?[!%]/m;

const SYSTEM =
  /^[ \t]*(?:[\w.,[\]' ]{1,80}=[ \t]*)?(?:!{1,2}|%{1,2}(?:sx|system)[ \t]+)(?![=(]|function\b|async\b)(.+)$/;
const MAGIC = /^[ \t]*(?:[\w.,[\]' ]{1,80}=[ \t]*)?%([a-z_]+)(?:[ \t]+(.*))?$/;
const CELL = /^\s*%%([a-z_0-9]+|!)[ \t]*([^\n]*)\n?/;
/** The maximum number of commands that are returned. */
export const MAX_ESCAPES = 200;

/** Magics, and the shell commands that have the same effect with the same arguments. */
const COMMANDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    load: 'cat',
    loadpy: 'cat',
    pycat: 'cat',
    cat: 'cat',
    less: 'cat',
    more: 'cat',
    page: 'cat',
    pfile: 'cat',
    run: 'cat',
    edit: 'vi',
    save: 'tee',
    logstart: 'tee',
    notebook: 'tee',
    cp: 'cp',
    mv: 'mv',
    rm: 'rm',
    rmdir: 'rmdir',
    mkdir: 'mkdir',
    ln: 'ln',
    ls: 'ls',
    ll: 'ls',
    cd: 'cd',
    pushd: 'pushd',
    pip: 'pip',
    conda: 'conda',
    set_env: 'export',
  }),
);
const INTERPRETERS = new Set(
  'bash sh zsh dash ksh perl ruby python python2 python3 pypy javascript js cmd'.split(' '),
);

/** Returns the shell commands. Each command includes the changes of directory from earlier lines. */
export function notebookCommands(code: string): string[] {
  const texts: string[] = [];
  const [head = '', name = '', rest = ''] = CELL.exec(code) ?? [];
  const body = code.slice(head.length);
  const runner =
    name === 'script' ? rest.replace(/(?:^|\s)--?\w[\w-]*(?:=\S+|\s+\w+(?=\s))?/g, ' ').trim() : name;
  if (name === '!' || name === 'sx' || name === 'system')
    return [rest, body].filter((text) => text.trim() !== '');
  if (name === 'writefile' || name === 'file') return [`tee ${rest}`];
  if (name === 'script' || INTERPRETERS.has(runner))
    return [
      `${runner === 'js' || runner === 'javascript' ? 'node' : runner} <<'END_OF_CELL'\n${body}\nEND_OF_CELL`,
    ];
  let folder = '';
  for (const line of body.replace(/\\\r?\n/g, ' ').split(/\r?\n/)) {
    const text = commandOf(line);
    if (text === undefined) continue;
    texts.push(`${folder}${text}`);
    if (/^(?:cd|pushd) /.test(text)) folder = `${text}; `;
    if (texts.length >= MAX_ESCAPES) break;
  }
  return texts;
}

function commandOf(line: string): string | undefined {
  const system = SYSTEM.exec(line)?.[1];
  // Names in braces are Python variables, whose values are unknown.
  if (system !== undefined) return system.replace(/(?<!\$)\{[^{}]{0,200}\}/g, '$VALUE');
  const [, name = '', words = ''] = MAGIC.exec(line) ?? [];
  if (name === 'env')
    return words === '' ? 'env' : words.includes('=') ? `export ${words}` : `printenv ${words}`;
  const command = COMMANDS.get(name);
  return command === undefined ? undefined : `${command} ${words}`;
}
