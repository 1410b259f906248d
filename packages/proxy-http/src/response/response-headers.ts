// Selects the response headers that are forwarded to the client.

import { endToEndFilter, endToEndHeaders, headerValue, headerValues } from '../headers/header-list.js';
import type { ResponseHead } from '../server/client-response.js';
import type { UpstreamResponse } from '../upstream/upstream.js';

/**
 * The proxy sets the length and the encoding itself, because it sends the decoded body. The other headers could
 * direct the client to a URL that bypasses the proxy.
 */
const isForwarded = endToEndFilter(['content-length', 'content-encoding', 'alt-svc', 'location', 'refresh']);

const EXPOSED_HEADERS = ['Mcp-Session-Id', 'MCP-Protocol-Version'];

/** Returns status and headers without the reason phrase, which can contain any text and which clients display. */
export function responseHead({ status, headers }: UpstreamResponse): ResponseHead {
  return { status, headers: withExposedHeaders(endToEndHeaders(headers, isForwarded)) };
}

/**
 * Adds `Access-Control-Expose-Headers`, because browsers hide other response headers and web clients need the session
 * id.
 */
function withExposedHeaders(headers: string[]): string[] {
  if (headerValue(headers, 'access-control-allow-origin') === undefined) return headers;
  const names = headerValues(headers, 'access-control-expose-headers').flatMap((value) =>
    value.split(',').map((name) => name.trim().toLowerCase()),
  );
  if (names.includes('*')) return headers;
  const missing = EXPOSED_HEADERS.filter((name) => !names.includes(name.toLowerCase()));
  return missing.length === 0 ? headers : [...headers, 'Access-Control-Expose-Headers', missing.join(', ')];
}
