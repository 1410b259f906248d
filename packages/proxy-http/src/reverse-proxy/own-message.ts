// Reads the response of the upstream to a message from the proxy itself. It is usually empty (202). Messages in it
// are inspected and sent to the client on an event stream.

import {
  ChunkBuffer,
  type Incoming,
  type ParserOptions,
  parseMessage,
  SseReader,
  toSingleLine,
  type WireSettings,
} from '@claw/jsonrpc-stream';
import { contentEncodings, contentTypeOf } from '../headers/content-type.js';
import { maxMessageOf } from '../max-message.js';
import type { UpstreamResponseHandler } from '../upstream/upstream.js';
import type { Session } from './session.js';

export interface OwnMessageOptions {
  readonly session: Session;
  readonly wire: WireSettings;
  readonly abort: () => void;
  readonly report: (reason: string) => void;
  /** Called when the response is complete. */
  readonly onDone: () => void;
}

export function createOwnMessageHandler({
  session,
  wire,
  abort,
  report,
  onDone,
}: OwnMessageOptions): UpstreamResponseHandler {
  const options: ParserOptions = { sender: 'server', wire };
  let events: SseReader | undefined;
  let pieces: ChunkBuffer | undefined;
  let length = 0;
  const take = async (incoming: Incoming | undefined): Promise<void> => {
    if (incoming === undefined) return;
    const { toReceiver, toSender } = await session.conversation.receive('server', incoming);
    if (toSender !== undefined) session.sendToServer(toSender);
    if (toReceiver !== undefined) session.sendToClient(toReceiver);
  };
  return {
    onStart({ status, headers }) {
      if (status >= 300) report(`the server rejected a message from the proxy with status ${status}`);
      const { essence, isUtf8 } = contentTypeOf(headers);
      const isPlain = status === 200 && isUtf8 && contentEncodings(headers).length === 0;
      if (isPlain && essence === 'text/event-stream') events = new SseReader(options);
      else if (isPlain && essence === 'application/json') pieces = new ChunkBuffer();
      else {
        abort();
        onDone();
      }
    },
    onData(chunk) {
      length += chunk.length;
      if (events !== undefined) for (const { message } of events.push(chunk)) void take(message);
      else if (length <= maxMessageOf(wire)) pieces?.add(chunk, 0, chunk.length);
      else if (pieces !== undefined) {
        pieces = undefined;
        abort();
        report('the response to a message from the proxy was dropped: it exceeds the maximum message size');
        onDone();
      }
    },
    onEnd() {
      onDone();
      if (pieces !== undefined)
        void take(parseMessage(toSingleLine(Buffer.concat(pieces.takeChunks())), options));
    },
    onFailure(reason) {
      onDone();
      report(`a message from the proxy did not reach the server: ${reason}`);
    },
  };
}
