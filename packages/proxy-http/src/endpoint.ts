// One path behind the front door, for somebody else to answer: requests come with who sent them and with their whole body.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { readBody } from './body.js';
import { unacceptableContent } from './content.js';
import { refuse, type Visit } from './front-door.js';
import { type Listening, type ListenOptions, listen } from './server.js';
import type { Identity } from './session.js';

/** A request that was let in. */
export interface EndpointVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly identity: Identity | undefined;
  /** The whole body of a `POST`; other methods have none. */
  readonly body: Uint8Array | undefined;
}

export interface EndpointOptions {
  readonly listen: ListenOptions;
  readonly path: string;
  /** A longer body is refused with 413. */
  readonly maxBytes: number;
  readonly handle: (visit: EndpointVisit) => Promise<void>;
}

/** Milliseconds for a whole body. */
const BODY_TIMEOUT = 30_000;

const refusals = {
  'too large': { status: 413, reason: 'the body is too large' },
  'too slow': { status: 408, reason: 'the body took too long' },
  'cut off': { status: 400, reason: 'the body is not complete' },
} as const;

/** Listens, and hands on what comes to the path. */
export function startEndpoint({
  listen: options,
  path,
  maxBytes,
  handle,
}: EndpointOptions): Promise<Listening> {
  return listen(options, async (visit: Visit) => {
    const { request, response, identity } = visit;
    if (visit.path !== path)
      return refuse(response, { status: 404, reason: `there is only \`${path}\` here` });
    // Some clients name the whole URL here; who answers need not know that.
    request.url = visit.target;
    if (request.method !== 'POST') return handle({ request, response, identity, body: undefined });
    const unacceptable = unacceptableContent(request.rawHeaders);
    if (unacceptable !== undefined) return refuse(response, { status: 415, reason: unacceptable });
    const body = await readBody(request, { maxBytes, timeout: BODY_TIMEOUT });
    if (body.kind === 'read') return handle({ request, response, identity, body: body.bytes });
    // What still comes is read and thrown away, so that the answer is not lost in a connection that breaks.
    refuse(response, refusals[body.kind]);
  });
}
