// Implements the protocol for our own transports: takes a request and returns its response. A request with a protocol
// revision in `_meta` uses the protocol variant without a handshake; all other requests use the variant that begins
// with `initialize`.

import { ErrorCode, type RpcError } from '@claw/jsonrpc-stream';
import { printableText } from './decision-texts.js';
import { invalidParams } from './fields.js';
import type { Caller } from './intent.js';
import type { IntentServer } from './server.js';

const MODERN = '2026-07-28';
const HANDSHAKE = ['2025-11-25', '2025-06-18', '2025-03-26', '2024-11-05'];

const PREFIX = 'io.modelcontextprotocol/';

export type Answer = { readonly result: object } | { readonly error: RpcError };

export interface Incoming {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** One connection. Its only state is the name of the client. */
export class Conversation {
  readonly #server: IntentServer;
  readonly #key: string;
  #client: string | undefined;

  constructor(server: IntentServer, key: string) {
    this.#server = server;
    this.#key = key;
  }

  async answer({ method, params }: Incoming, signal: AbortSignal): Promise<Answer> {
    const meta = recordOf(params['_meta']);
    if (meta[`${PREFIX}protocolVersion`] === undefined)
      return this.#answer(method, params, { key: this.#key, client: this.#client }, signal);
    const problem = checkEnvelope(meta);
    if (problem !== undefined) return { error: problem };
    const caller = { key: this.#key, client: nameOf(meta[`${PREFIX}clientInfo`]) };
    return this.#modern(await this.#answerModern(method, params, caller, signal));
  }

  #answer(
    method: string,
    params: Incoming['params'],
    caller: Caller,
    signal: AbortSignal,
  ): Answer | Promise<Answer> {
    const { definitions, info, instructions } = this.#server;
    switch (method) {
      case 'initialize':
        this.#client = nameOf(params['clientInfo']);
        return {
          result: {
            protocolVersion:
              HANDSHAKE.find((version) => version === params['protocolVersion']) ?? HANDSHAKE[0],
            capabilities: { tools: {} },
            serverInfo: info,
            instructions,
          },
        };
      case 'ping':
        return { result: {} };
      case 'tools/list':
        return { result: { tools: definitions } };
      case 'tools/call':
        return this.#server.call(params['name'], params['arguments'], caller, signal);
      default:
        return notFound(method);
    }
  }

  #answerModern(
    method: string,
    params: Incoming['params'],
    caller: Caller,
    signal: AbortSignal,
  ): Answer | Promise<Answer> {
    const { definitions, instructions } = this.#server;
    // The results are constant while this process runs. They are not cached, because the next process may be another
    // version.
    const hints = { ttlMs: 0, cacheScope: 'private' };
    if (method === 'server/discover')
      return { result: { supportedVersions: [MODERN], capabilities: { tools: {} }, instructions, ...hints } };
    if (method === 'tools/list') return { result: { tools: definitions, ...hints } };
    return method === 'tools/call' ? this.#answer(method, params, caller, signal) : notFound(method);
  }

  /** Returns the members that this protocol variant requires in every result. */
  #modern(answer: Answer): Answer {
    if ('error' in answer) return answer;
    const _meta = { [`${PREFIX}serverInfo`]: this.#server.info };
    return { result: { ...answer.result, resultType: 'complete', _meta } };
  }
}

const notFound = (method: string): Answer => ({
  error: { code: ErrorCode.methodNotFound, message: `unknown method \`${printableText(method, 60)}\`` },
});

function checkEnvelope(meta: Readonly<Record<string, unknown>>): RpcError | undefined {
  const requested = meta[`${PREFIX}protocolVersion`];
  if (requested !== MODERN)
    return {
      code: ErrorCode.unsupportedVersion,
      message: `unsupported protocol version; use ${MODERN}, or begin with \`initialize\``,
      data: {
        supported: [MODERN],
        requested: typeof requested === 'string' ? printableText(requested, 60) : 'no text',
      },
    };
  const capabilities = meta[`${PREFIX}clientCapabilities`];
  if (typeof capabilities === 'object' && capabilities !== null) return undefined;
  return invalidParams(`\`_meta\` has no \`${PREFIX}clientCapabilities\`; set it to an object`, {
    field: '_meta',
  });
}

const recordOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : {};

/** Returns the name that the client sends; a long name is truncated. */
function nameOf(info: unknown): string | undefined {
  const { name } = recordOf(info);
  return typeof name === 'string' ? name.slice(0, 200) : undefined;
}
