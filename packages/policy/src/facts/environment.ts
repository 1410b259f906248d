// Defines the information about the machine that is needed to interpret paths.

/** The machine and the server process that run a call. */
export interface Environment {
  /** The platform as Node.js names it: `linux`, `darwin`, `win32`, … */
  readonly platform: string;
  readonly home?: string;
  /** The working directory of the server. Without it, relative paths cannot be resolved. */
  readonly cwd?: string;
  /**
   * Additional folders that the server may resolve relative paths against, such as those on its command line.
   */
  readonly folders?: readonly string[];
  /** True if file names are case-insensitive; the default on macOS and Windows. */
  readonly ignoreCase?: boolean;
  /**
   * The folders of the firewall, and the client configurations that contain it. `self_protection` protects
   * them.
   */
  readonly protectedPaths?: readonly string[];
  /**
   * Client configurations that do not exist yet. Creating such a file is a violation; deleting a folder that
   * could contain such a file is not.
   */
  readonly absentPaths?: readonly string[];
  /** The program files of the firewall. */
  readonly ownProgram?: readonly string[];
  /** The folders that contain the program files. Changing or copying these folders is a violation. */
  readonly programFolders?: readonly string[];
}

/** The resolved paths by original path. Links are resolved before the policy is evaluated. */
export type Links = ReadonlyMap<string, string>;

/** The environment and values that are derived from it. */
export interface PathEnvironment {
  readonly windows: boolean;
  readonly darwin: boolean;
  readonly ignoresCase: boolean;
  readonly home: string | undefined;
  readonly cwd: string;
  readonly knowsCwd: boolean;
  /** True if the working directory is canonical, so that plain names can be appended to it. */
  readonly plainCwd: boolean;
  /** One environment for each additional folder that a relative path may be resolved against. */
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
