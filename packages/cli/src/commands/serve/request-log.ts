// The operational log of the HTTP endpoint: JSON lines on stderr. Who, what became of it and how long it took; never a token, a
// header or a body.

import type { ServerResponse } from 'node:http';
import { type Logger, pino } from 'pino';
import { ownStderr } from '../../own-stderr.js';
import type { HttpRequest } from './http-options.js';

export const createRequestLog = (level: HttpRequest['logLevel']): Logger =>
  pino({ name: 'clawdefender', level, base: {} }, ownStderr());

/** Writes a line when a request has been answered, or its sender has gone. */
export function logRequest(log: Logger, caller: string, method: string, response: ServerResponse): void {
  const started = performance.now();
  response.once('close', () => {
    const ms = Math.round((performance.now() - started) * 10) / 10;
    const { statusCode: status, writableFinished } = response;
    log.info({ caller, method, status, ms }, writableFinished ? 'answered' : 'the client has gone');
  });
}
