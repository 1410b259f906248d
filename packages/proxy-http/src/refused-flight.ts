// What requests are told that the server answered with an error status.

import {
  createErrorResponse,
  ErrorCode,
  type Message,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { Flight } from './flights.js';

export interface RefusalListener {
  readonly onMessage: (message: Message) => void;
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
}

/** `error` is what the body says, where it says something. */
export function handOutRefusal(
  flight: Flight,
  status: number,
  error: ResponseMessage | undefined,
  listener: RefusalListener,
): void {
  if (error !== undefined) takeError(flight, error, listener);
  else takeStatus(flight, status, listener);
}

/** An error whose id could not be read is meant for the one request that was sent. */
function takeError(flight: Flight, body: ResponseMessage, { onMessage }: RefusalListener): void {
  const isNamed = body.id !== undefined && flight.open.has(body.id.key);
  const errors = isNamed ? [body] : flight.requests.map(({ id }) => createErrorResponse(id, errorOf(body)));
  for (const error of errors) onMessage(error);
}

function takeStatus(
  { message, requests }: Flight,
  status: number,
  { onMessage, onFailure }: RefusalListener,
): void {
  // A server without this method is of the older era. Its client asks so that it may hear no.
  const isProbe = message?.kind === 'request' && message.method === 'server/discover';
  if (isProbe && (status === 404 || status === 405)) {
    onMessage(createErrorResponse(message.id, { code: -32601, message: 'Method not found' }));
  } else {
    const isLocked = status === 401 || status === 403;
    const why = isLocked ? 'log in, or configure a token that it accepts' : 'the call may be tried again';
    onFailure(requests, `the upstream answered ${status}; ${why}`);
  }
}

function errorOf(body: ResponseMessage) {
  const { error } = body.value as { error?: { code?: unknown; message?: unknown; data?: unknown } };
  const { code, message, data } = error ?? {};
  return {
    code: typeof code === 'number' ? code : ErrorCode.serverGone,
    message: typeof message === 'string' ? message : 'the upstream refused it',
    ...(typeof data === 'object' && data !== null && { data: data as Record<string, unknown> }),
  };
}
