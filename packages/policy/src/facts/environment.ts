// What a path means depends on the machine; this is everything that the package has to be told about it.

/** The machine and the server process that a call would run on. */
export interface Environment {
  /** Node's names: `linux`, `darwin`, `win32`, … */
  readonly platform: string;
  readonly home?: string;
  /** The server's working directory. Without it a relative path is inside nothing. */
  readonly cwd?: string;
  /** Whether file names differing only in case are one file; true by default on macOS and Windows. */
  readonly ignoreCase?: boolean;
  /** Our own folders and the client configurations that point to us: `self_protection` guards them. */
  readonly protectedPaths?: readonly string[];
}

/** What the file system said about paths: each path asked about and where it really leads. Asked before evaluating. */
export type Links = ReadonlyMap<string, string>;

/** The environment with what follows from it, computed once. */
export interface Place {
  readonly windows: boolean;
  readonly darwin: boolean;
  readonly fold: boolean;
  readonly home: string | undefined;
  readonly cwd: string;
  readonly knowsCwd: boolean;
}

export function toPlace(environment: Environment): Place {
  const { platform, home, cwd } = environment;
  const windows = platform === 'win32';
  const darwin = platform === 'darwin';
  const slashes = (path: string) => (windows ? path.replaceAll('\\', '/') : path).replace(/(?<=.)\/+$/, '');
  return {
    windows,
    darwin,
    fold: environment.ignoreCase ?? (windows || darwin),
    home: home === undefined ? undefined : slashes(home),
    cwd: cwd === undefined ? (windows ? 'C:/' : '/') : slashes(cwd),
    knowsCwd: cwd !== undefined,
  };
}
