// The lists of servers that several clients share.

import { listShape, usualShape } from '../wrap/shape.js';
import type { ServerList } from './client.js';

/** What nearly everybody reads. */
export const mcpServers: ServerList = { at: ['mcpServers'], shape: usualShape };

/** VS Code and its relatives. */
export const servers: ServerList = { at: ['servers'], shape: usualShape };

/** opencode and its relatives. */
export const mcpCommandLists: readonly ServerList[] = [
  { at: ['mcp'], shape: listShape, stdioType: 'local' },
  { at: ['mcp', 'servers'], shape: listShape, stdioType: 'local' },
];

/** Tables of the clients that use TOML. */
export const tomlServers: ServerList = { at: ['mcp_servers'], shape: usualShape };
