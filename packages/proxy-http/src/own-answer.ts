// What the upstream says to a message of our own. Usually nothing (202); if it is something, it is judged like everything
// else, and what may pass goes to the client on one of its streams.

import { type Incoming, onOneLine, Pieces, parseMessage, SseReader } from '@claw/jsonrpc-stream';
import { contentTypeOf, encodingsOf } from './content.js';
import type { Session } from './session.js';
import type { AnswerListener } from './upstream.js';
import { readingRules, type WireInForce } from './wire-in-force.js';

export interface OwnAnswerOptions {
  readonly session: Session;
  readonly wire: WireInForce;
  readonly abort: () => void;
  readonly report: (reason: string) => void;
  /** Nothing more is expected. */
  readonly over: () => void;
}

export function readOwnAnswer({ session, wire, abort, report, over }: OwnAnswerOptions): AnswerListener {
  const options = readingRules('server', wire);
  let events: SseReader | undefined;
  let pieces: Pieces | undefined;
  let length = 0;
  const take = async (incoming: Incoming | undefined): Promise<void> => {
    if (incoming === undefined) return;
    const { ahead, back } = await session.conversation.receive('server', incoming);
    if (back !== undefined) session.tellServer(back);
    if (ahead !== undefined) session.tellClient(ahead);
  };
  return {
    started({ status, headers }) {
      if (status >= 300) report(`the server answered a message of ours with ${status}`);
      const { essence, isUtf8 } = contentTypeOf(headers);
      const isPlain = status === 200 && isUtf8 && encodingsOf(headers).length === 0;
      if (isPlain && essence === 'text/event-stream') events = new SseReader(options);
      else if (isPlain && essence === 'application/json') pieces = new Pieces();
      else {
        abort();
        over();
      }
    },
    data(chunk) {
      length += chunk.length;
      if (events !== undefined) for (const { message } of events.push(chunk)) void take(message);
      else if (length <= wire.limits.maxMessage) pieces?.add(chunk, 0, chunk.length);
    },
    ended() {
      over();
      if (pieces !== undefined && length <= wire.limits.maxMessage) {
        void take(parseMessage(onOneLine(Buffer.concat(pieces.take())), options));
      }
    },
    failed(reason) {
      over();
      report(`a message of ours did not reach the server: ${reason}`);
    },
  };
}
