// Converts an HTTP error status of the server to responses to the requests.

import {
  createErrorResponse,
  ErrorCode,
  type Message,
  type RequestMessage,
  type ResponseMessage,
} from '@claw/jsonrpc-stream';
import type { InFlightRequest } from './in-flight.js';

export interface ErrorStatusHandler {
  readonly onMessage: (message: Message) => void;
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
}

/** Handles an error status; `error` is the JSON-RPC error in the body, if there is one. */
export function handleErrorStatus(
  inFlight: InFlightRequest,
  status: number,
  error: ResponseMessage | undefined,
  handler: ErrorStatusHandler,
): void {
  if (error !== undefined) passError(inFlight, error, handler);
  else reportStatus(inFlight, status, handler);
}

/** Passes on the error in the body. If its id matches no request, it applies to all requests that were sent. */
function passError(
  inFlight: InFlightRequest,
  body: ResponseMessage,
  { onMessage }: ErrorStatusHandler,
): void {
  const isNamed = body.id !== undefined && inFlight.unanswered.has(body.id.key);
  const errors = isNamed ? [body] : inFlight.requests.map(({ id }) => createErrorResponse(id, errorOf(body)));
  for (const error of errors) onMessage(error);
}

function reportStatus(
  { message, requests }: InFlightRequest,
  status: number,
  { onMessage, onFailure }: ErrorStatusHandler,
): void {
  // A session-based server does not support `server/discover`; clients detect such a server by this error.
  const isProbe = message?.kind === 'request' && message.method === 'server/discover';
  if (isProbe && (status === 404 || status === 405)) {
    onMessage(
      createErrorResponse(message.id, { code: ErrorCode.methodNotFound, message: 'Method not found' }),
    );
  } else {
    const isLocked = status === 401 || status === 403;
    const why = isLocked ? 'log in, or configure a token that it accepts' : 'try the call again later';
    onFailure(requests, `the upstream responded with status ${status}; ${why}`);
  }
}

function errorOf(body: ResponseMessage) {
  const { error } = body.value as { error?: { code?: unknown; message?: unknown; data?: unknown } };
  const { code, message, data } = error ?? {};
  return {
    code: typeof code === 'number' ? code : ErrorCode.serverUnavailable,
    message: typeof message === 'string' ? message : 'the upstream rejected the request',
    ...(typeof data === 'object' && data !== null && { data: data as Record<string, unknown> }),
  };
}
