// The cooperative server as an HTTP endpoint: `/mcp`, for whoever has the token.

import { createHttpHandler } from '@claw/mcp-server';
import { type Listening, requireToken, startEndpoint } from '@claw/proxy-http';
import type { Serving } from './compose.js';
import type { HttpRequest } from './http-options.js';
import { createRequestLog, logRequest } from './request-log.js';
import { anyOf } from './tokens.js';

/** A longer message could hold no field that is accepted. */
const maxBytes = 4 * 1024 * 1024;

/** Starts listening. Throws when it cannot. */
export async function listenForAgents(
  { server }: Serving,
  { host, port, tokens, logLevel }: HttpRequest,
): Promise<Listening> {
  const log = createRequestLog(logLevel);
  const handler = await createHttpHandler(server, {
    onError: (error) => log.debug({ reason: error.message }, 'a request was not served'),
  });
  const listening = await startEndpoint({
    listen: {
      host,
      port,
      authenticate: anyOf(tokens, requireToken),
      onRefused: (refused) => log.warn(refused, 'refused'),
    },
    path: '/mcp',
    maxBytes,
    handle({ request, response, identity, body }) {
      // Without a name it is our own user, as in a pipe.
      const named = identity?.id === '' ? undefined : identity?.id;
      logRequest(log, named ?? 'token', request.method ?? '', response);
      const caller = { key: `token ${named ?? ''}`, ...(named !== undefined && { identity: named }) };
      return handler.handle({ request, response, caller, body });
    },
  });
  return {
    ...listening,
    async close(patience) {
      await handler.close();
      await listening.close(patience);
    },
  };
}
