// Finds the line of each server in its file.

import type { ReadSource, Server } from '../../clients/servers.js';

/**
 * Returns the line of each server, starting at 1. A server that is defined elsewhere in the file, such as through an
 * alias, has no line.
 */
export function linesOf(sources: readonly ReadSource[]): ReadonlyMap<Server, number> {
  const lines = new Map<Server, number>();
  for (const read of sources) {
    if (read.kind !== 'servers') continue;
    const places = read.servers
      .flatMap((server) => {
        const starts = [...server.entry.fields.values()].map(({ property }) => property.start);
        return starts.length === 0 ? [] : [{ server, start: Math.min(...starts) }];
      })
      .sort((left, right) => left.start - right.start);
    // Lines are counted in one pass over the text.
    let [line, at] = [1, 0];
    for (const { server, start } of places) {
      for (let end = read.file.text.indexOf('\n', at); end >= 0 && end < start; ) {
        line++;
        at = end + 1;
        end = read.file.text.indexOf('\n', at);
      }
      lines.set(server, line);
    }
  }
  return lines;
}
