// The headers of an answer on their way to the client.

import type { Head } from './channel.js';
import { endToEnd, firstOf, valuesOf, withHopByHop } from './headers.js';
import type { UpstreamAnswer } from './upstream.js';

/**
 * Lengths and encodings are ours to state: what was judged is sent as it was read. The others would lead a client
 * around us: to another place for this origin, or to another address altogether.
 */
const OURS = withHopByHop(['content-length', 'content-encoding', 'alt-svc', 'location', 'refresh']);

const EXPOSED = ['Mcp-Session-Id', 'MCP-Protocol-Version'];

/** Without the words beside the status: clients show them like the text of an error, and they can hold anything. */
export function headOf({ status, headers }: UpstreamAnswer): Head {
  return { status, headers: withExposed(endToEnd(headers, OURS)) };
}

/** A page in a browser can only read what is named here; without the session header it could not go on. */
function withExposed(headers: string[]): string[] {
  if (firstOf(headers, 'access-control-allow-origin') === undefined) return headers;
  const names = valuesOf(headers, 'access-control-expose-headers').flatMap((value) =>
    value.split(',').map((name) => name.trim().toLowerCase()),
  );
  if (names.includes('*')) return headers;
  const missing = EXPOSED.filter((name) => !names.includes(name.toLowerCase()));
  return missing.length === 0 ? headers : [...headers, 'Access-Control-Expose-Headers', missing.join(', ')];
}
