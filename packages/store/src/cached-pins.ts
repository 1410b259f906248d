// Caches pins until an entry in the table may have changed. A call to a tool that was not listed on the connection
// reads the tool's pin, and a query would take longer than all other checks of the call.

import type { Pin } from '@claw/pipeline';
import type { KeyValueTable } from './key-value-table.js';

/** The cached state of one tool. A member is missing until it is read. */
export interface CachedPin {
  pin?: { readonly value: Pin | undefined };
  change?: { readonly value: Pin | undefined };
}

/** The maximum number of tools, so that calls to tools that do not exist cannot exhaust the memory. */
const MAX_TOOLS = 1000;

export class CachedPins {
  readonly #table: KeyValueTable;
  readonly #servers = new Map<string, Map<string, CachedPin>>();
  #version: unknown;
  #size = 0;

  constructor(table: KeyValueTable) {
    this.#table = table;
  }

  /**
   * Returns the cached state of a tool, to which the caller adds what it reads. Returns undefined if the table cannot
   * determine whether it has changed.
   */
  of(server: string, tool: string): CachedPin | undefined {
    const version = this.#table.version?.();
    if (version === undefined) return undefined;
    if (version !== this.#version || this.#size > MAX_TOOLS) {
      this.#version = version;
      this.#servers.clear();
      this.#size = 0;
    }
    const tools = this.#servers.get(server) ?? new Map<string, CachedPin>();
    if (tools.size === 0) this.#servers.set(server, tools);
    const known = tools.get(tool);
    if (known !== undefined) return known;
    const empty: CachedPin = {};
    tools.set(tool, empty);
    this.#size += 1;
    return empty;
  }
}
