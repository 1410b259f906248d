// Prepares the headers of requests to the upstream that do not depend on the client: removes some headers and adds
// others.

import { endToEndFilter, endToEndHeaders, type HeaderList } from '../headers/header-list.js';
import type { UpstreamRequest } from './upstream.js';

/** Returns a function that removes hop-by-hop and dropped headers from a request and adds the fixed ones. */
export function createPrepare(
  fixed: Readonly<Record<string, string>>,
  dropped: readonly string[],
  isHidden: ((name: string) => boolean) | undefined,
): (request: UpstreamRequest) => UpstreamRequest {
  const names = Object.keys(fixed).map((name) => name.toLowerCase());
  const own = names.includes('accept-encoding') ? [] : ['Accept-Encoding', 'identity'];
  const fields = [...own, ...Object.entries(fixed).flat()];
  const isForwarded = endToEndFilter([...dropped, ...names], isHidden);
  const headersOf = (headers: HeaderList): string[] => {
    const kept = endToEndHeaders(headers, isForwarded);
    kept.push(...fields);
    return kept;
  };
  return (request) => ({ ...request, headers: headersOf(request.headers) });
}
