// Incidents of the relay, one line each on stderr. A peer that misbehaves without pause must not fill our memory
// through a stderr that nobody reads: what does not fit is counted, and the count is told later.

import type { Incident } from '@claw/proxy-stdio';
import { printable } from './printable.js';

interface LogStream {
  readonly writableLength: number;
  write(text: string): unknown;
}

/** As much as may wait in front of a stderr that is not being read. */
const maximumWaiting = 64 * 1024;

/** So many incidents are printed one by one; later ones are only counted, a line for each hundred. */
const printedSingly = 100;

/** Writes incidents to a stream, opened with the first of them, in the name of a server. */
export function createIncidentLog(
  open: () => LogStream,
  server: string | undefined,
): (incident: Incident) => void {
  const prefix = server === undefined ? 'clawdefender: ' : `clawdefender: ${printable(server)}: `;
  let seen = 0;
  let skipped = 0;
  return (incident) => {
    const stream = open();
    seen++;
    const oneOfMany = seen > printedSingly && seen % printedSingly !== 0;
    if (oneOfMany || stream.writableLength > maximumWaiting) {
      skipped++;
      return;
    }
    if (skipped > 0) stream.write(`${prefix}${skipped} more incidents were not printed\n`);
    skipped = 0;
    stream.write(`${prefix}${printable(describe(incident))}\n`);
  };
}

const describe = (incident: Incident): string =>
  `${incident.outcome}, from the ${incident.from}: ${debugOutput(incident) ?? incident.reason}`;

/**
 * What a server printed beside the protocol, shown so that it can be found. Nothing else is: stderr ends up in log
 * files, and messages hold secrets, broken ones too. Only a server's line that is not JSON is dropped or passed on
 * with a sample.
 */
function debugOutput({ from, outcome, sample }: Incident): string | undefined {
  if (from !== 'server' || outcome === 'refused' || sample === undefined) return undefined;
  return beginsLikeMessage.test(sample)
    ? undefined
    : `not JSON, servers must log to stderr: ${sample.trimEnd()}`;
}

/** An object, or a batch of objects; `[info] ready` is neither. */
const beginsLikeMessage = /^\s*\[?\s*\{/;
