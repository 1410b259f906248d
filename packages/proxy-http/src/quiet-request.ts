// Requests of our own, of whose answers nobody else hears.

import type { Incoming } from '@claw/jsonrpc-stream';
import { IncomingAnswer, type IncomingAnswerOptions } from './incoming-answer.js';
import type { AnswerListener } from './upstream.js';

export interface QuietRequest extends Pick<IncomingAnswerOptions, 'wire' | 'onHead'> {
  readonly send: (listener: AnswerListener) => void;
}

/** Sends it; true when the answer is no error. */
export const isAnsweredWell = ({ wire, onHead, send }: QuietRequest): Promise<boolean> =>
  new Promise((resolve) => {
    const take = (incoming: Incoming | undefined) =>
      resolve(incoming?.kind === 'response' && !incoming.failed);
    const listener = new IncomingAnswer({
      wire,
      onHead,
      onMessage: take,
      onEnd: ({ body }) => take(body),
      onFailure: () => resolve(false),
    });
    send(listener);
  });

/** Sends it, and waits until the server has begun to answer, or so many milliseconds. */
export const isHeard = (send: (listener: AnswerListener) => void, patience: number): Promise<void> =>
  new Promise((resolve) => {
    const timer = setTimeout(resolve, patience);
    const done = () => {
      clearTimeout(timer);
      resolve();
    };
    send({ started: done, data: () => {}, ended: () => {}, failed: done });
  });
