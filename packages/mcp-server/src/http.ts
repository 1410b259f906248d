// The server over HTTP with the official SDK: the protocol revision without sessions and, also stateless, all older
// ones. Without sessions, none can be stolen, and their number cannot exhaust the memory. The listener handles
// authentication and sizes; here, a body is validated like a line of a pipe, so that ambiguous messages are
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
  /** The whole body of a POST. */
  readonly body: Uint8Array | undefined;
}

export interface HttpHandler {
  handle(visit: HttpVisit): Promise<void>;
  /** Ends the running requests. */
  close(): Promise<void>;
}

export interface HttpOptions {
  /** The error of a request, without its content. */
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
      // According to Node's types a request may have no method, but that applies only to responses.
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

/** The server of one request. It does not use the tool layer of the SDK, which would turn errors into results. */
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
    // Only this parser rejects the remaining cases.
    return { code: ErrorCode.parseError, reason: 'a string contains a line break' };
  }
}

/** Line ends between the tokens of a body are white space. */
const oneLine = (body: Uint8Array): Uint8Array =>
  body.map((byte) => (byte === 0x0a || byte === 0x0d ? 0x20 : byte));

function refuse(response: ServerResponse, { code, reason }: Problem): void {
  const error = { code, message: `not accepted: ${reason}`, data: { reason } };
  response
    .writeHead(400, { 'Content-Type': 'application/json' })
    .end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
}
