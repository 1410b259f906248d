// The description of an MCP client: the location of its configuration and the format of its servers. Data only.

import type { EntryShape } from '../wrap/entry-shape.js';
import type { UserFolders } from './user-folders.js';

/** The location of servers in a file: the keys that lead to them (`*` is any key), and the format of a server. */
export interface ServerList {
  readonly at: readonly string[];
  readonly shape: EntryShape;
  /** The key of the only entry that can be a server, and is one if it has a command; the rest are settings. */
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
  /** A desktop program does not have the PATH of a shell. */
  readonly app: 'desktop' | 'terminal';
  /**
   * Its files on this machine; several if the location has changed or the client has several editions. `*` stands
   * for any file name.
   */
  user(places: UserFolders): readonly string[];
  /** Its files inside a project, with slashes. `*` stands for any file name. */
  readonly project: readonly string[];
  readonly servers: readonly ServerList[];
}
