// Starts commands on Windows. `npx` is the script `npx.cmd`, which only cmd.exe can run, and cmd.exe has its own
// syntax for command lines. A parameter reports which files exist, so this code does not access the disk.

export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  /** True if the arguments are already quoted and must be passed unchanged. */
  readonly verbatim: boolean;
}

export interface WindowsContext {
  readonly env: NodeJS.ProcessEnv;
  readonly isFile: (path: string) => boolean;
}

const lookup = (env: NodeJS.ProcessEnv, name: string): string | undefined =>
  Object.entries(env).find(([key]) => key.toUpperCase() === name)?.[1];

export function windowsInvocation(
  command: string,
  args: readonly string[],
  context: WindowsContext,
): Invocation {
  const file = findExecutable(command, context) ?? command;
  if (!/\.(cmd|bat)$/i.test(file)) return { command: file, args, verbatim: false };
  // The arguments of a script are parsed by cmd.exe twice: on the command line, and for the `%*` inside the script.
  const line = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(escapeForCmd(quote(arg))))].join(' ');
  const shell = lookup(context.env, 'COMSPEC') ?? 'cmd.exe';
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function findExecutable(command: string, { env, isFile }: WindowsContext): string | undefined {
  const extensions = (lookup(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const names = /\.[^\\/.]+$/.test(command) ? [command] : [];
  names.push(...extensions.map((extension) => command + extension.toLowerCase()));
  const isPath = /[\\/]/.test(command);
  // Unlike cmd.exe, this search ignores the current folder, because a cloned repository could contain an `npx.cmd`.
  const folders = isPath ? [''] : (lookup(env, 'PATH') ?? '').split(';').filter(Boolean);
  for (const folder of folders) {
    for (const name of names) {
      const path = folder === '' ? name : `${folder.replace(/[\\/]$/, '')}\\${name}`;
      if (isFile(path)) return path;
    }
  }
  return undefined;
}

/** Quotes an argument for the C runtime of a program. */
const quote = (arg: string): string =>
  `"${arg.replace(/(\\*)"/g, (_, slashes: string) => `${slashes}${slashes}\\"`).replace(/(\\+)$/, '$1$1')}"`;

/** Escapes every character that is special in cmd.exe. */
const escapeForCmd = (text: string): string => text.replace(/([()\][%!^"`<>&|;, *?])/g, '^$1');
