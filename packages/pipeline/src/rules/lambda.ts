// `lambda`: runs a user function for each call, or for each result, which can deny or rewrite it. The function runs
// in a sandbox; if it fails or exceeds its limits, the call is denied.

import type { SandboxFunction } from '../ports.js';
import { makeCachePrivate } from '../redaction/cache-scope.js';
import { showsEveryNumber } from '../text/exact-numbers.js';
import type { Call, Context, Replacement, Reply, ServerNotification, Stage, Verdict } from '../types.js';
import { functionLimits } from './check-rules.js';
import { type FunctionResult, readFunctionResult } from './function-result.js';
import { createFunctionState } from './function-state.js';
import { findResult, withArguments, withReplacements, withResult } from './rewrite-message.js';
import { appliesToAnySpelling, type RuleType } from './rule.js';

export const lambda: RuleType = {
  type: 'lambda',
  phase: ({ phase }) => (phase === 'access' ? 'access' : 'reply'),
  create(guard, { name }, { sandbox, proxy, judgeReply }) {
    if (sandbox === undefined) throw new Error(`\`${name}\` is a function, but no sandbox is configured`);
    const appliesToCall = appliesToAnySpelling(guard);
    const load = once(() => sandbox.load(String(guard['code']), functionLimits(guard)));
    const keep = createFunctionState(name);
    const phase = guard['phase'] as 'access' | 'response';

    const run = async (about: About, result: unknown, context: Context): Promise<FunctionResult> => {
      const { peers, states } = context;
      const event = {
        phase,
        server: peers.server,
        method: about?.method,
        tool: about?.tool,
        arguments: about?.tool === undefined ? about?.params : (about.params['arguments'] ?? {}),
        identity: peers.identity,
        ...(phase === 'response' && { result }),
      };
      const loaded = await load();
      return keep(states, [proxy?.id ?? peers.server, peers.identity ?? ''], async (state) =>
        readFunctionResult(await loaded.call({ ...event, state }), phase),
      );
    };

    const because = (reason: string) => ({ rule: name, reason });
    const refusal = (error: unknown): Verdict => ({
      kind: 'deny',
      ...because(`the function failed: ${error instanceof Error ? error.message : String(error)}`),
      blocked: phase === 'response',
    });
    const verdictsOf = ({ deny, note }: FunctionResult): Verdict[] => [
      ...(note === undefined ? [] : [{ kind: 'note' as const, ...because(note) }]),
      ...(deny === undefined
        ? []
        : [{ kind: 'deny' as const, ...because(deny), blocked: phase === 'response' }]),
    ];

    const decideCall = async (call: Call, context: Context): Promise<readonly Verdict[]> => {
      if (!showsEveryNumber(call.message.bytes)) throw new Error(INEXACT);
      const returned = await run(call, undefined, context);
      const verdicts = verdictsOf(returned);
      if (returned.deny !== undefined || returned.arguments === undefined) return verdicts;
      const message = withArguments(call, returned.arguments);
      const instead = call.withMessage(message, context);
      return [
        ...verdicts,
        {
          kind: 'rewrite',
          ...because('the function changed the arguments'),
          replacements: [],
          rewritten: instead,
        },
      ];
    };

    const decideReplyOf = async (
      reply: Reply | ServerNotification,
      context: Context,
      replacements: readonly Replacement[],
    ): Promise<readonly Verdict[]> => {
      const current = withReplacements(reply, replacements);
      const found = findResult(current);
      if (found === undefined) return [];
      const returned = await run(reply.origin, found.value, context);
      const verdicts = verdictsOf(returned);
      if (returned.deny !== undefined || returned.result === undefined) return verdicts;
      if (!showsEveryNumber(current.message.bytes)) throw new Error(INEXACT);
      const instead = withResult(current, found.path, returned.result);
      // The output of a function is as untrusted as a result from the server.
      const judged = await judgeReply(instead, context);
      const rewrite = {
        kind: 'rewrite' as const,
        ...because('the function changed the result'),
        replacements: makeCachePrivate(instead.texts),
        rewritten: instead,
      };
      return [...verdicts, rewrite, ...judged.verdicts.map(({ verdict }) => verdict)];
    };

    const stage: Stage =
      phase === 'access'
        ? {
            name: 'guard',
            request: (call, context) =>
              call.direction === 'client-to-server' && appliesToCall(call)
                ? decideCall(call, context).catch(refusal)
                : undefined,
          }
        : {
            name: 'guard',
            reply(reply, context, soFar) {
              const { origin, direction } = reply;
              // A response that matches no request may belong to any request.
              const isOurs = origin === undefined || appliesToCall(origin);
              if (direction !== 'server-to-client' || !isOurs) return undefined;
              return decideReplyOf(reply, context, soFar()).catch(refusal);
            },
          };
    return stage;
  },
};

const INEXACT = 'a number in the message cannot be represented exactly';

/** The part of a call that the function receives in its event. */
type About = Pick<Call, 'method' | 'tool' | 'params'> | undefined;

/** Returns a loader that loads the function once, and tries again after a failure. */
function once(load: () => Promise<SandboxFunction>): () => Promise<SandboxFunction> {
  let loading: Promise<SandboxFunction> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}
