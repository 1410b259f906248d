// An HTTP server with one path, for other MCP servers. It checks each request and passes it to a handler with the
// identity of the client and the complete body.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { findContentError } from '../headers/content-type.js';
import type { Identity } from '../reverse-proxy/session.js';
import { sendHttpError } from './http-error.js';
import { type ListeningServer, type ListenOptions, listen } from './listen.js';
import { readBody } from './read-body.js';
import type { AcceptedRequest } from './request-guard.js';

/** A request that passed all checks. */
export interface EndpointRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly identity: Identity | undefined;
  /** The complete body of a `POST` request; undefined for other methods. */
  readonly body: Uint8Array | undefined;
}

export interface EndpointOptions {
  readonly listen: ListenOptions;
  readonly path: string;
  /** A larger body is rejected with status 413. */
  readonly maxBytes: number;
  readonly handle: (accepted: EndpointRequest) => Promise<void>;
}

/** The time limit for a whole body, in milliseconds. */
const BODY_TIMEOUT = 30_000;

const bodyErrors = {
  'too large': { status: 413, reason: 'the request body is larger than the limit' },
  'too slow': { status: 408, reason: 'the request body did not arrive in time' },
  'cut off': { status: 400, reason: 'the request body is incomplete' },
} as const;

/** Starts the server and calls `handle` for each accepted request. */
export function startEndpoint({
  listen: options,
  path,
  maxBytes,
  handle,
}: EndpointOptions): Promise<ListeningServer> {
  return listen(options, async (accepted: AcceptedRequest) => {
    const { request, response, identity } = accepted;
    if (accepted.path !== path)
      return sendHttpError(response, { status: 404, reason: `no endpoint at this path; use \`${path}\`` });
    // Clients may send an absolute URL; the handler gets only path and query.
    request.url = accepted.target;
    if (request.method !== 'POST') return handle({ request, response, identity, body: undefined });
    const unacceptable = findContentError(request.rawHeaders);
    if (unacceptable !== undefined) return sendHttpError(response, { status: 415, reason: unacceptable });
    const body = await readBody(request, { maxBytes, timeout: BODY_TIMEOUT });
    if (body.kind === 'read') return handle({ request, response, identity, body: body.bytes });
    // The rest of the body is read and discarded, because the client could miss the response if the connection were
    // closed early.
    sendHttpError(response, bodyErrors[body.kind]);
  });
}
