// Serves the HTTP endpoint `/mcp` of `clawdefender serve`, which requires a token.

import { createHttpHandler } from '@claw/mcp-server';
import { type ListeningServer, requireToken, startEndpoint } from '@claw/proxy-http';
import { requireAnyToken } from '../../command-line/tokens.js';
import type { Serving } from './compose.js';
import type { HttpRequest } from './http-options.js';
import { createRequestLog, logRequest } from './request-log.js';

/** The maximum length of a request body; no valid message is longer. */
const maxBytes = 4 * 1024 * 1024;

/** Starts listening. Throws if it cannot. */
export async function listenForAgents(
  { server }: Serving,
  { host, port, tokens, logLevel }: HttpRequest,
): Promise<ListeningServer> {
  const log = createRequestLog(logLevel);
  const handler = await createHttpHandler(server, {
    onError: (error) => log.debug({ reason: error.message }, 'request failed'),
  });
  const listening = await startEndpoint({
    listen: {
      host,
      port,
      authenticate: requireAnyToken(tokens, requireToken),
      onRejected: (refused) => log.warn(refused, 'refused'),
    },
    path: '/mcp',
    maxBytes,
    handle({ request, response, identity, body }) {
      // A token without a name belongs to the local user, as a connection over stdio does.
      const named = identity?.id === '' ? undefined : identity?.id;
      logRequest(log, named ?? 'token', request.method ?? '', response);
      const caller = { key: `token ${named ?? ''}`, ...(named !== undefined && { identity: named }) };
      return handler.handle({ request, response, caller, body });
    },
  });
  return {
    ...listening,
    async close(timeout) {
      await handler.close();
      await listening.close(timeout);
    },
  };
}
