// Writes diagnostics as JSON lines for log collectors. Loaded only with `--log-format json`, so that pino is not loaded
// otherwise.

import { pino } from 'pino';
import type { ProcessLog } from './log-format.js';

/** Writes `{"level", "time", "name", "server", "event", …fields, "msg"}` for each event. */
export function createJsonLog(server: string, stream: { write(text: string): unknown }): ProcessLog {
  const log = pino({ name: 'clawdefender', base: { server } }, stream);
  return {
    diagnostics: {
      write: ({ level, event, message, fields }) => log[level]({ event, ...fields }, message),
    },
    announce: (level, event, message) => log[level]({ event }, message),
    error: (message) => log.error({ event: 'error' }, message),
  };
}
