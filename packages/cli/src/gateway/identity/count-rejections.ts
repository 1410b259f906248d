// Counts the requests that are refused because of their token.

import type { Authenticate } from '@claw/proxy-http';
import type { GatewayMetrics } from '../metrics.js';

/** The same decisions, counted. */
export const countRejections =
  (authenticate: Authenticate, metrics: Pick<GatewayMetrics, 'rejected'>): Authenticate =>
  async (request) => {
    const result = await authenticate(request);
    if (result !== undefined && 'status' in result)
      metrics.rejected(result.status === 404 ? 'no_access' : 'token');
    return result;
  };
