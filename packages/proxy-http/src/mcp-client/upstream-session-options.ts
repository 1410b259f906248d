// The options and callbacks of a session with the upstream.

import type { Incoming, Refusal, RequestMessage, Side, WireSettings } from '@claw/jsonrpc-stream';
import type { Forwarder } from '../upstream/forwarder.js';

export interface UpstreamSessionOptions {
  readonly forwarder: Forwarder;
  readonly url: URL;
  readonly wire: WireSettings;
  /** Called for each message from the server. */
  readonly onMessage: (message: Incoming) => void;
  /** Called for requests that will get no response. */
  readonly onFailure: (requests: readonly RequestMessage[], reason: string) => void;
  /** Called for requests whose response cannot be forwarded. */
  readonly onWithheld: (requests: readonly RequestMessage[], why: Refusal) => void;
  /** Called for other problems, with the sender of the message that was lost. */
  readonly report: (reason: string, from?: Side) => void;
}
