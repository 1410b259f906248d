// Creates the MCP headers of requests to the upstream: the session id, the protocol version and the repeated fields
// of the body.

import type { Batch, Message, RequestMessage, ResponseMessage } from '@claw/jsonrpc-stream';
import { headerValue } from '../headers/header-list.js';
import { encodeHeaderValue } from '../headers/header-value.js';
import { mcpNameOf, protocolVersionOf } from '../headers/mcp-headers.js';
import { ParamHeaderRegistry } from '../headers/param-headers.js';
import type { UpstreamResponse } from '../upstream/upstream.js';

const JSON_OR_EVENT_STREAM = 'application/json, text/event-stream';

/** Non-ASCII characters are sent as UTF-8 bytes. */
const toHeaderValue = (text: string): string => Buffer.from(text).toString('latin1');

export class RequestHeaders {
  readonly #params = new ParamHeaderRegistry();
  /** The session id from the server; undefined in the stateless protocol. */
  sessionId: string | undefined;
  #version: string | undefined;

  /** Returns the headers of a POST with this message. */
  forMessage(message: Message | Batch): string[] {
    const stated = message.kind === 'batch' ? undefined : protocolVersionOf(message);
    const fields =
      typeof stated === 'string'
        ? this.#statelessHeaders(message as Message, stated)
        : this.#sessionHeaders();
    return Object.entries({
      'Content-Type': 'application/json',
      Accept: JSON_OR_EVENT_STREAM,
      ...fields,
    }).flat();
  }

  /** Returns the headers of a DELETE or of a GET stream, which may resume after an event. */
  forStream(lastEventId?: string): string[] {
    const resume = lastEventId === undefined ? {} : { 'Last-Event-ID': toHeaderValue(lastEventId) };
    return Object.entries({ Accept: 'text/event-stream', ...this.#sessionHeaders(), ...resume }).flat();
  }

  onResponseHead(message: Message | Batch, { status, headers }: UpstreamResponse): void {
    const begins = message.kind === 'request' && message.method === 'initialize' && status === 200;
    if (begins) this.sessionId = headerValue(headers, 'mcp-session-id');
  }

  onResponse({ method }: RequestMessage, response: ResponseMessage): void {
    if (response.failed) return;
    if (method === 'tools/list') this.#params.registerTools(response);
    if (method !== 'initialize') return;
    const { result } = response.value as { result?: { protocolVersion?: unknown } | null };
    if (typeof result?.protocolVersion === 'string') this.#version = result.protocolVersion;
  }

  #sessionHeaders(): Record<string, string> {
    return {
      ...(this.#version !== undefined && { 'MCP-Protocol-Version': this.#version }),
      ...(this.sessionId !== undefined && { 'Mcp-Session-Id': this.sessionId }),
    };
  }

  #statelessHeaders(message: Message, version: string): Record<string, string> {
    const name = mcpNameOf(message);
    return {
      'MCP-Protocol-Version': version,
      ...(message.method !== undefined && { 'Mcp-Method': encodeHeaderValue(message.method) }),
      ...(typeof name === 'string' && { 'Mcp-Name': encodeHeaderValue(name) }),
      ...this.#params.headersFor(message),
    };
  }
}
