// Defines the headers that the gateway forwards. All callers of a proxy share its connection and its credentials, and
// `static_cache` can share results between callers. So an upstream server must not mistake a caller's headers for
// headers from the gateway, and headers that are not part of a message must not change its result. There are too many
// headers with which load balancers and login proxies describe a client, so only known ones are forwarded.

import type { HeaderFilter } from '@claw/proxy-http';

/** The headers of MCP and of trace contexts, and those that describe the message. */
const FROM_CLIENT = /^(?:mcp-[a-z\d-]+|accept|content-type|last-event-id|traceparent|tracestate|baggage)$/;

/** Other headers of a server could set a cookie, open the endpoint to web pages or change settings of a browser. */
const FROM_UPSTREAM =
  /^(?:mcp-[a-z\d-]+|content-(?:type|length|encoding)|cache-control|date|retry-after|(?:x-)?rate-?limit-[a-z-]+|allow|www-authenticate|x-accel-buffering|transfer-encoding|connection)$/;

/** True for a header that is not forwarded. */
export const isHiddenHeader: HeaderFilter = (name, sender) =>
  !(sender === 'upstream' ? FROM_UPSTREAM : FROM_CLIENT).test(name);

/** Headers of every request; without `User-Agent`, some servers reject a request. */
export const GATEWAY_HEADERS: Readonly<Record<string, string>> = { 'User-Agent': 'clawdefender-gateway' };
