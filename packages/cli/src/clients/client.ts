// What we know of an MCP client: where it keeps its configuration and how it spells a server there. Data only; reading
// and writing files is left to others.

import type { EntryShape } from '../wrap/entry-shape.js';
import type { UserFolders } from './user-folders.js';

/** Where servers stand in a file: the keys that lead to them (`*` is any key), and how one is spelt. */
export interface ServerList {
  readonly at: readonly string[];
  readonly shape: EntryShape;
  /** Whether the list belongs to one project although the file belongs to the user. */
  readonly local?: boolean;
  /** The word for "started by the client" in `type`, if this client wants one. */
  readonly stdioType?: string;
}

/** One client. */
export interface Client {
  /** What `--client` takes. */
  readonly name: string;
  readonly title: string;
  /** A desktop program does not see the PATH of your shell. */
  readonly app: 'desktop' | 'terminal';
  /** Its files on this machine; several when it has moved or comes in variants. `*` stands for any file name. */
  user(places: UserFolders): readonly string[];
  /** Its files inside a project, with slashes. */
  readonly project: readonly string[];
  readonly servers: readonly ServerList[];
}
