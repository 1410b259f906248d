// Sends requests of the proxy itself, whose responses are not passed to the client.

import type { Incoming } from '@claw/jsonrpc-stream';
import type { UpstreamResponseHandler } from '../upstream/upstream.js';
import { ResponseReader, type ResponseReaderOptions } from './response-reader.js';

export interface InternalRequest extends Pick<ResponseReaderOptions, 'wire' | 'onHead'> {
  readonly send: (handler: UpstreamResponseHandler) => void;
}

/** Sends the request. Resolves to true if the response is not an error. */
export const sendInternalRequest = ({ wire, onHead, send }: InternalRequest): Promise<boolean> =>
  new Promise((resolve) => {
    const take = (incoming: Incoming | undefined) =>
      resolve(incoming?.kind === 'response' && !incoming.failed);
    const handler = new ResponseReader({
      wire,
      onHead,
      onMessage: take,
      onEnd: ({ body }) => take(body),
      onFailure: () => resolve(false),
    });
    send(handler);
  });

/** Sends the request and waits until the response starts, at most `timeout` milliseconds. */
export const sendAndWaitForStart = (
  send: (handler: UpstreamResponseHandler) => void,
  timeout: number,
): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    send({ onStart: done, onData: () => {}, onEnd: () => {}, onFailure: done });
  });
