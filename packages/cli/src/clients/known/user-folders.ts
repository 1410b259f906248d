// Determines the folders of a user on the three operating systems. All inputs are parameters, so that every system can
// be tested on any machine.

import { posix, win32 } from 'node:path';

/** The properties of a machine that determine paths. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

type Join = (...names: string[]) => string;

/** The folders in which programs store their configuration. */
export interface UserFolders {
  readonly platform: NodeJS.Platform;
  readonly home: Join;
  /** `~/Library/Application Support`, `~/.config` or `%APPDATA%`. */
  readonly application: Join;
  /** `~/.config` on all systems, or the XDG folder. */
  readonly config: Join;
  /** `~/.config` on macOS and Linux, `%APPDATA%` on Windows. */
  readonly configOrRoaming: Join;
  /** `%LOCALAPPDATA%` on Windows, `~/.config` on other systems. */
  readonly configOrLocal: Join;
  /**
   * The folder in an environment variable, or a folder in the home folder if the variable is not set. Relative values
   * are ignored, because they would depend on the current folder.
   */
  named(variable: string, ...otherwise: string[]): string;
  readonly join: Join;
}

/** The folders of a machine. */
export function userFoldersOf({ platform, home, env }: Machine): UserFolders {
  const { join, isAbsolute } = platform === 'win32' ? win32 : posix;
  const absolute = (variable: string) => {
    const folder = env[variable];
    return folder !== undefined && isAbsolute(folder) ? folder : undefined;
  };
  const under =
    (folder: string): Join =>
    (...names) =>
      join(folder, ...names);
  const config = absolute('XDG_CONFIG_HOME') ?? join(home, '.config');
  const roaming = absolute('APPDATA') ?? join(home, 'AppData', 'Roaming');
  const local = absolute('LOCALAPPDATA') ?? join(home, 'AppData', 'Local');
  const windows = platform === 'win32';
  const support = join(home, 'Library', 'Application Support');
  return {
    platform,
    home: under(home),
    application: under(windows ? roaming : platform === 'darwin' ? support : config),
    config: under(config),
    configOrRoaming: under(windows ? roaming : config),
    configOrLocal: under(windows ? local : config),
    named: (variable, ...otherwise) => absolute(variable) ?? join(home, ...otherwise),
    join,
  };
}
