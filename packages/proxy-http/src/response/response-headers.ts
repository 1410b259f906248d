// Response headers that are forwarded to the client.

import { endToEndHeaders, headerValue, headerValues, withHopByHop } from '../headers/header-list.js';
import type { ResponseHead } from '../server/client-response.js';
import type { UpstreamResponse } from '../upstream/upstream.js';

/**
 * The proxy sets length and encoding itself, since it sends the decoded body. The other headers could redirect the
 * client around the proxy.
 */
const DROPPED_HEADERS = withHopByHop([
  'content-length',
  'content-encoding',
  'alt-svc',
  'location',
  'refresh',
]);

const EXPOSED_HEADERS = ['Mcp-Session-Id', 'MCP-Protocol-Version'];

/** Drops the reason phrase: clients display it, and it can contain any text. */
export function responseHead({ status, headers }: UpstreamResponse): ResponseHead {
  return { status, headers: withExposedHeaders(endToEndHeaders(headers, DROPPED_HEADERS)) };
}

/** Browsers hide response headers that are not exposed; web clients need the session id. */
function withExposedHeaders(headers: string[]): string[] {
  if (headerValue(headers, 'access-control-allow-origin') === undefined) return headers;
  const names = headerValues(headers, 'access-control-expose-headers').flatMap((value) =>
    value.split(',').map((name) => name.trim().toLowerCase()),
  );
  if (names.includes('*')) return headers;
  const missing = EXPOSED_HEADERS.filter((name) => !names.includes(name.toLowerCase()));
  return missing.length === 0 ? headers : [...headers, 'Access-Control-Expose-Headers', missing.join(', ')];
}
