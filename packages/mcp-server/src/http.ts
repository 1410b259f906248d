// Serves the tools over HTTP with the official SDK. It supports the protocol revision without sessions, and all older
// revisions without sessions as well. So no session can be stolen, and sessions cannot use up the memory. The listener
// handles authentication and size limits. The body is validated like a line on stdio, so that ambiguous messages are
// rejected.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { ErrorCode, parseMessage } from '@claw/jsonrpc-stream';
import type { Server as SdkServer } from '@modelcontextprotocol/server';
import type { Caller } from './intent.js';
import type { IntentServer } from './server.js';

/** An authenticated request. */
export interface HttpVisit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly caller: Caller;
  /** The complete body of a POST request. */
  readonly body: Uint8Array | undefined;
}

export interface HttpHandler {
  handle(visit: HttpVisit): Promise<void>;
  /** Ends the running requests. */
  close(): Promise<void>;
}

export interface HttpOptions {
  /** Called with the error of a request, which contains no part of the request. */
  readonly onError?: (error: Error) => void;
}

/** Loads the SDK and creates the handler. */
export async function createHttpHandler(
  server: IntentServer,
  { onError }: HttpOptions = {},
): Promise<HttpHandler> {
  const sdk = await import('@modelcontextprotocol/server');
  const { toNodeHandler } = await import('@modelcontextprotocol/node');
  const settings = onError === undefined ? {} : { onerror: onError };
  const handler = sdk.createMcpHandler(
    ({ authInfo }) => createSdkServer(sdk, server, authInfo?.extra as unknown as Caller),
    { legacy: 'stateless', responseMode: 'auto', ...settings },
  );
  const answer = toNodeHandler(handler, settings);
  return {
    async handle({ request, response, caller, body }) {
      const read = body && readBody(body);
      if (read && 'reason' in read) return refuse(response, read);
      const auth = { token: '', clientId: caller.key, scopes: [], extra: { ...caller } };
      // Node's types allow a missing method, but only responses have none.
      await answer(
        Object.assign(request, { auth }) as unknown as Parameters<typeof answer>[0],
        response,
        read?.value,
      );
    },
    close: () => handler.close(),
  };
}

type Sdk = typeof import('@modelcontextprotocol/server');

/**
 * Creates the server for one request. It does not use the tool layer of the SDK, which would convert JSON-RPC errors
 * into results.
 */
function createSdkServer({ Server, ProtocolError }: Sdk, server: IntentServer, who: Caller): SdkServer {
  const { info, instructions, definitions } = server;
  const made = new Server(info, { capabilities: { tools: {} }, instructions });
  made.setRequestHandler('tools/list', () => ({ tools: [...definitions] }) as never);
  made.setRequestHandler('tools/call', async ({ params }, { mcpReq }) => {
    const envelope: Readonly<Record<string, unknown>> = { ...mcpReq.envelope };
    const { name } = (envelope['io.modelcontextprotocol/clientInfo'] ?? {}) as { name?: unknown };
    const caller = typeof name === 'string' ? { ...who, client: name.slice(0, 200) } : who;
    const answer = await server.call(params.name, params.arguments, caller, mcpReq.signal);
    if ('result' in answer) return answer.result as never;
    const { code, message, data } = answer.error;
    throw new ProtocolError(code, message, data);
  });
  return made;
}

interface Problem {
  readonly code: number;
  readonly reason: string;
}

function readBody(body: Uint8Array): { readonly value: unknown } | Problem {
  const incoming = parseMessage(oneLine(body), { sender: 'client' });
  if (incoming === undefined) return { code: ErrorCode.parseError, reason: 'the body is empty' };
  const [refused] = (incoming.kind === 'batch' ? incoming.entries : [incoming]).filter(
    (one) => one.kind === 'refused',
  );
  if (refused !== undefined) return refused;
  try {
    return { value: JSON.parse(Buffer.from(body).toString()) };
  } catch {
    // Only `JSON.parse` rejects the remaining invalid bodies: line breaks inside strings were replaced for the first
    // check.
    return { code: ErrorCode.parseError, reason: 'a string contains a line break' };
  }
}

/** Replaces line breaks by spaces, because line breaks between the tokens of a body are white space. */
const oneLine = (body: Uint8Array): Uint8Array =>
  body.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));

function refuse(response: ServerResponse, { code, reason }: Problem): void {
  const error = { code, message: `not accepted: ${reason}`, data: { reason } };
  response
    .writeHead(400, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}
