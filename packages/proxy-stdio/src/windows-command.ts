// How a command has to be started on Windows. `npx` is really `npx.cmd`, a script that only cmd.exe can run, and
// cmd.exe reads its command line in a way of its own. Pure: which files exist is asked through a function.

export interface Invocation {
  readonly command: string;
  readonly args: readonly string[];
  /** The arguments are quoted already and must reach the process as they are. */
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
  // A script gets its arguments through cmd.exe twice: once for us, once for the `%*` inside it.
  const line = [escapeForCmd(file), ...args.map((arg) => escapeForCmd(escapeForCmd(quote(arg))))].join(' ');
  const shell = lookup(context.env, 'COMSPEC') ?? 'cmd.exe';
  return { command: shell, args: ['/d', '/s', '/c', `"${line}"`], verbatim: true };
}

function findExecutable(command: string, { env, isFile }: WindowsContext): string | undefined {
  const extensions = (lookup(env, 'PATHEXT') ?? '.COM;.EXE;.BAT;.CMD').split(';').filter(Boolean);
  const names = /\.[^\\/.]+$/.test(command) ? [command] : [];
  names.push(...extensions.map((extension) => command + extension.toLowerCase()));
  const isPath = /[\\/]/.test(command);
  // Unlike cmd.exe we never look in the current folder: a cloned repository could put an `npx.cmd` there.
  const folders = isPath ? [''] : (lookup(env, 'PATH') ?? '').split(';').filter(Boolean);
  for (const folder of folders) {
    for (const name of names) {
      const path = folder === '' ? name : `${folder.replace(/[\\/]$/, '')}\\${name}`;
      if (isFile(path)) return path;
    }
  }
  return undefined;
}

/** Quotes one argument the way the C runtime of a program reads it. */
const quote = (arg: string): string =>
  `"${arg.replace(/(\\*)"/g, (_, slashes: string) => `${slashes}${slashes}\\"`).replace(/(\\+)$/, '$1$1')}"`;

/** Takes every character that cmd.exe gives a meaning out of its hands. */
const escapeForCmd = (text: string): string => text.replace(/([()\][%!^"`<>&|;, *?])/g, '^$1');
