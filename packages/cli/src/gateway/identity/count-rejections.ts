// Counts the requests that are rejected because of their token.

import { whenReady } from '@claw/pipeline';
import type { Authenticate } from '@claw/proxy-http';
import type { GatewayMetrics } from '../metrics.js';

/** Wraps `authenticate` and counts its rejections. */
export const countRejections =
  (authenticate: Authenticate, metrics: Pick<GatewayMetrics, 'rejected'>): Authenticate =>
  (request) =>
    whenReady(authenticate(request), (result) => {
      if (result !== undefined && 'status' in result)
        metrics.rejected(result.status === 404 ? 'no_access' : 'token');
      return result;
    });
