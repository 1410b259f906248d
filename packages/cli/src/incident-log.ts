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

/** Writes incidents to the stderr of a program, `process` for one, in the name of a server. */
export function createIncidentLog(
  program: { readonly stderr: LogStream },
  server: string | undefined,
): (incident: Incident) => void {
  const prefix = server === undefined ? 'clawdefender: ' : `clawdefender: ${printable(server)}: `;
  let skipped = 0;
  return (incident) => {
    const stream = program.stderr;
    if (stream.writableLength > maximumWaiting) {
      skipped++;
      return;
    }
    if (skipped > 0)
      stream.write(`${prefix}${skipped} more incidents were not printed, stderr was not being read\n`);
    skipped = 0;
    stream.write(`${prefix}${printable(describe(incident))}\n`);
  };
}

const describe = ({ from, reason, sample }: Incident): string =>
  `${from}: ${reason}${sample === undefined ? '' : `: ${sample.trimEnd()}`}`;
