// On which line of its file a server stands, for whoever wants to go there.

import type { ReadSource, Server } from '../../clients/servers.js';

/** The line of each server, counted from 1. One whose text stands elsewhere in the file has none of its own. */
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
    // The text is gone through once, however many servers it holds.
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
