// Writes the request log of the HTTP endpoint as JSON lines on stderr: caller, method, status and duration, but never a
// token, a header or a body.

import type { ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import { privateStderr } from '../../diagnostics/stderr.js';
import type { HttpRequest } from './http-options.js';

export const createRequestLog = (level: HttpRequest['logLevel']): Logger =>
  pino({ name: 'clawdefender', level, base: {} }, privateStderr());

/** Writes a line when the response was sent or the client disconnected. */
export function logRequest(log: Logger, caller: string, method: string, response: ServerResponse): void {
  const started = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { statusCode: status, writableFinished } = response;
    log.info({ caller, method, status, ms }, writableFinished ? 'answered' : 'client disconnected');
  });
}
