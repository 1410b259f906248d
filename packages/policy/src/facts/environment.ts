// What a path means depends on the machine; this is everything that the package has to be told about it.

/** The machine and the server process that a call would run on. */
export interface Environment {
  /** Node's names: `linux`, `darwin`, `win32`, … */
  readonly platform: string;
  readonly home?: string;
  /** The server's working directory. Without it a relative path is inside nothing. */
  readonly cwd?: string;
  /** Further folders in which the server may read relative paths, such as those that its command line names. */
  readonly folders?: readonly string[];
  /** Whether file names differing only in case are one file; true by default on macOS and Windows. */
  readonly ignoreCase?: boolean;
  /** Our own folders and the client configurations that point to us: `self_protection` guards them. */
  readonly protectedPaths?: readonly string[];
  /** Client configurations that do not exist: making one counts, deleting a folder where it could be does not. */
  readonly absentPaths?: readonly string[];
  /** The files that start our program. */
  readonly ownProgram?: readonly string[];
}

/** What the file system said about paths: each path asked about and where it really leads. Asked before evaluating. */
export type Links = ReadonlyMap<string, string>;

/** The environment with what follows from it, computed once. */
export interface PathEnvironment {
  readonly windows: boolean;
  readonly darwin: boolean;
  readonly ignoresCase: boolean;
  readonly home: string | undefined;
  readonly cwd: string;
  readonly knowsCwd: boolean;
  /** The working directory is in canonical spelling: a plain name can just be put behind it. */
  readonly plainCwd: boolean;
  /** The same with each of the other folders in which a relative path may be meant. */
  readonly alternatives: readonly PathEnvironment[];
}

export function toPathEnvironment(environment: Environment): PathEnvironment {
  const { platform, home, cwd } = environment;
  const windows = platform === 'win32';
  const darwin = platform === 'darwin';
  const slashes = (path: string) => (windows ? path.replaceAll('\\', '/') : path).replace(/(?<=.)\/+$/, '');
  const folder = cwd === undefined ? (windows ? 'C:/' : '/') : slashes(cwd);
  const ignoresCase = environment.ignoreCase ?? (windows || darwin);
  return {
    windows,
    darwin,
    ignoresCase,
    home: home === undefined ? undefined : slashes(home),
    cwd: folder,
    knowsCwd: cwd !== undefined,
    plainCwd:
      !ignoresCase &&
      /^(?:\/(?!\.{1,2}(?:\/|$))[\x21-\x24\x26-\x2e\x30-\x5b\x5d-\x7e]+)+$/.test(folder) &&
      !folder.startsWith('/proc'),
    alternatives: (environment.folders ?? []).map((other) =>
      toPathEnvironment({ ...environment, cwd: other, folders: [] }),
    ),
  };
}
