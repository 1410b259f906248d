// Searches a response. Responses in which a server describes itself are searched with other rules than results.

import type { Engine } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { whenReady } from '../awaitable.js';
import type { Clock } from '../ports.js';
import { searchAdjacent } from '../text/adjacent-content.js';
import { searchUndecodableBlobs } from '../text/base64.js';
import { searchText } from '../text/message-texts.js';
import type { Reply, ServerNotification } from '../types.js';

const METHODS = new Set([
  'initialize',
  'server/discover',
  'tools/list',
  'prompts/list',
  'resources/list',
  'resources/templates/list',
]);

/** Returns true for responses in which a server describes itself. */
export const isDescription = (reply: Reply | ServerNotification): boolean =>
  'request' in reply && reply.request !== undefined && METHODS.has(reply.request.method);

/** Returns all findings in a response, including those in the joined text of adjacent strings. */
export function searchReply(
  reply: Reply | ServerNotification,
  engine: Engine,
  sensitivity: Settings['injection']['sensitivity'],
  clock: Clock,
) {
  const as = isDescription(reply) ? 'description' : 'result';
  const options = { as, sensitivity, skipsBinary: true } as const;
  return whenReady(reply.texts.search(engine, options, clock), (found) =>
    whenReady(searchAdjacent(reply.texts, found, engine, options, clock), (all) => {
      const search = (text: string) => searchText(text, engine, options, clock);
      return whenReady(searchUndecodableBlobs(reply.texts, search), (broken) =>
        broken.length === 0 ? all : [...all, ...broken],
      );
    }),
  );
}
