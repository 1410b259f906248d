// Checks the requests inside results (`inputRequests`). Each is checked like a separate request from the server; if
// one is denied, the whole result is blocked.

import { type Awaitable, createRequest, isRecord, type RequestMessage } from '@claw/jsonrpc-stream';
import { whenReady } from '../../awaitable.js';
import type { Context, Decision, Reply, ServerNotification, Stage, Verdict } from '../../types.js';

/** Decides on a request from the server. */
export type DecideEmbedded = (message: RequestMessage, context: Context) => Awaitable<Decision>;

const MAX_REQUESTS = 100;

export const createEmbeddedRequestsStage = (judge: DecideEmbedded): Stage => ({
  name: 'embedded',
  reply(reply, context) {
    if (reply.direction !== 'server-to-client') return undefined;
    if (reply.texts.keyCounts.inputRequests === 0) return undefined;
    const maps = embeddedMaps(reply);
    // If the key is repeated or in an unexpected place, other parsers may find requests that this code does not find.
    if (maps.length < reply.texts.keyCounts.inputRequests)
      return denial('`inputRequests` appears twice or in an unexpected place');
    const requests = maps.flatMap((map) => (isRecord(map) ? Object.values(map) : [map]));
    if (requests.length === 0) return undefined;
    if (requests.length > MAX_REQUESTS) return denial('the result contains too many embedded requests');
    return judgeAll(requests, context, judge);
  },
});

function judgeAll(
  requests: readonly unknown[],
  context: Context,
  judge: DecideEmbedded,
): Awaitable<readonly Verdict[]> {
  let verdicts: Awaitable<readonly Verdict[]> = [];
  for (const request of requests) {
    verdicts = whenReady(verdicts, (before) =>
      whenReady(judgeOne(request, context, judge), (own) => [...before, ...own]),
    );
  }
  return verdicts;
}

function judgeOne(request: unknown, context: Context, judge: DecideEmbedded): Awaitable<readonly Verdict[]> {
  const { method, params } = isRecord(request) ? request : {};
  if (typeof method !== 'string') return [denial('`inputRequests` contains a value that is not a request')];
  const message = createRequest(0, method, isRecord(params) ? params : {});
  return whenReady(judge(message, context), ({ verdicts }) =>
    verdicts.map(({ verdict }) =>
      // A redaction of the embedded request cannot be applied to the result that contains it.
      verdict.kind === 'rewrite' || verdict.kind === 'deny'
        ? {
            kind: 'deny' as const,
            rule: verdict.rule,
            reason: verdict.reason,
            blocked: true,
            ...(verdict.findings !== undefined && { findings: verdict.findings }),
          }
        : verdict,
    ),
  );
}

const denial = (reason: string): Verdict => ({
  kind: 'deny',
  rule: 'embedded_requests',
  reason,
  blocked: true,
});

/** Returns the maps of requests in a result, in the state of a task, and in a notification about a task. */
function embeddedMaps({ message }: Reply | ServerNotification): readonly unknown[] {
  const { result, params } = message.value as { result?: unknown; params?: unknown };
  const places = [result, params]
    .filter(isRecord)
    .flatMap((place) => [place, place['result'], place['task']]);
  return places
    .filter(isRecord)
    .flatMap((place) => ('inputRequests' in place ? [place['inputRequests']] : []));
}
