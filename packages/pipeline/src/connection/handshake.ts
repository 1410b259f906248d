// Extracts names, versions and capabilities of client and server from the handshake, for the log.

import { isRecord } from '@claw/jsonrpc-stream';
import { truncate } from '../text/truncate.js';
import type { Reply, SentRequest, ServerNotification } from '../types.js';

interface Peer {
  readonly name?: string;
  readonly version?: string;
  /** The names of the capabilities. Their details are left out because they would make the entry too long. */
  readonly capabilities: readonly string[];
}

/** The names, versions and capabilities of client and server. This text is untrusted. */
export interface Handshake {
  readonly protocol?: string;
  readonly client: Peer;
  readonly server: Peer;
}

const HANDSHAKE_METHODS: ReadonlySet<string> = new Set(['initialize', 'server/discover']);

export const isHandshake = (method: string): boolean => HANDSHAKE_METHODS.has(method);

/** Longer texts are truncated; names and versions are far shorter in practice. */
const LONGEST = 128;
const MOST = 32;

/**
 * Returns the handshake information in a request and its response, or undefined if the request is not a handshake.
 */
export function readHandshake(reply: Reply | ServerNotification): Handshake | undefined {
  const request: SentRequest | undefined = 'request' in reply ? reply.request : undefined;
  if (request === undefined || !isHandshake(request.method)) return undefined;
  const { result } = reply.message.value as { result?: unknown };
  if (!isRecord(result)) return undefined;
  const protocol = textOf(result['protocolVersion']) ?? textOf(request.params['protocolVersion']);
  return {
    ...(protocol !== undefined && { protocol }),
    client: readPeer(request.params['clientInfo'], request.params['capabilities']),
    server: readPeer(result['serverInfo'], result['capabilities']),
  };
}

function readPeer(info: unknown, capabilities: unknown): Peer {
  const peer = isRecord(info) ? info : {};
  const [name, version] = [textOf(peer['name']), textOf(peer['version'])];
  return {
    ...(name !== undefined && { name }),
    ...(version !== undefined && { version }),
    capabilities: isRecord(capabilities)
      ? Object.keys(capabilities)
          .slice(0, MOST)
          .map((capability) => truncate(capability, LONGEST))
      : [],
  };
}

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' ? truncate(value, LONGEST) : undefined;
