// Describes an MCP client as data: where its configuration files are, and how they define servers.

import type { EntryShape } from '../../wrap/entry-shape.js';
import type { UserFolders } from './user-folders.js';

/** Where a file lists its servers: the keys above the list (`*` is any key) and the format of an entry. */
export interface ServerList {
  readonly at: readonly string[];
  readonly shape: EntryShape;
  /**
   * For files in which only one entry can be a server: its key. It is a server only if it has a command; all other
   * entries are settings.
   */
  readonly only?: string;
  /** True if the list belongs to one project although the file belongs to the user. */
  readonly local?: boolean;
  /** The value of `type` for a stdio server, if this client requires one. */
  readonly stdioType?: string;
}

/** A supported client. */
export interface Client {
  /** The value for `--client`. */
  readonly name: string;
  readonly title: string;
  /** `desktop`: the client is started without a shell, so it does not have the PATH of a shell. */
  readonly app: 'desktop' | 'terminal';
  /**
   * The user's configuration files on this machine: several if the location has changed or the client has several
   * editions. `*` stands for any file name.
   */
  user(places: UserFolders): readonly string[];
  /** The configuration files inside a project, with slashes as separators. `*` stands for any file name. */
  readonly project: readonly string[];
  readonly servers: readonly ServerList[];
}
