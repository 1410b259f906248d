// The headers of requests that we make as a client: what the protocol wants repeated, and what the server told us.

import type { Batch, Message, RequestMessage, ResponseMessage } from '@claw/jsonrpc-stream';
import { nameOf, statedVersion, wrapHeader } from './agreement.js';
import { firstOf } from './headers.js';
import { ParamHeaders } from './param-headers.js';
import type { UpstreamAnswer } from './upstream.js';

const BOTH = 'application/json, text/event-stream';

/** Letters beyond ASCII stand in a header as their bytes in UTF-8. */
const asField = (text: string): string => Buffer.from(text).toString('latin1');

export class ClientHeaders {
  readonly #params = new ParamHeaders();
  /** What the server called the session; in the stateless era there is none. */
  sessionId: string | undefined;
  #version: string | undefined;

  /** For a POST with this message. */
  forMessage(message: Message | Batch): string[] {
    const stated = message.kind === 'batch' ? undefined : statedVersion(message);
    const fields =
      typeof stated === 'string' ? this.#stateless(message as Message, stated) : this.#ofSession();
    return Object.entries({ 'Content-Type': 'application/json', Accept: BOTH, ...fields }).flat();
  }

  /** For a stream, which may begin after the last event that was seen, and for the end of the session. */
  forStream(lastEventId?: string): string[] {
    const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': asField(lastEventId) };
    return Object.entries({ Accept: 'text/event-stream', ...this.#ofSession(), ...resume }).flat();
  }

  learnHead(message: Message | Batch, { status, headers }: UpstreamAnswer): void {
    const begins = message.kind === 'request' && message.method === 'initialize' && status === 200;
    if (begins) this.sessionId = firstOf(headers, 'mcp-session-id');
  }

  learnAnswer({ method }: RequestMessage, answer: ResponseMessage): void {
    if (answer.failed) return;
    if (method === 'tools/list') this.#params.learn(answer);
    if (method !== 'initialize') return;
    const { result } = answer.value as { result?: { protocolVersion?: unknown } | null };
    if (typeof result?.protocolVersion === 'string') this.#version = result.protocolVersion;
  }

  #ofSession(): Record<string, string> {
    return {
      ...(this.#version !== undefined && { 'MCP-Protocol-Version': this.#version }),
      ...(this.sessionId !== undefined && { 'Mcp-Session-Id': this.sessionId }),
    };
  }

  #stateless(message: Message, version: string): Record<string, string> {
    const name = nameOf(message);
    return {
      'MCP-Protocol-Version': version,
      ...(message.method !== undefined && { 'Mcp-Method': wrapHeader(message.method) }),
      ...(typeof name === 'string' && { 'Mcp-Name': wrapHeader(name) }),
      ...this.#params.fieldsFor(message),
    };
  }
}
