// Checks whether a tool may be called: the server must have listed it, its definition must be accepted, and the
// arguments must match its schema.

import { checkArguments, type Engine } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import type { WithholdReason } from '../../tool-registry.js';
import type { Call, Context, Stage, Verdict } from '../../types.js';
import { dependsOnOthers, findEarlierReasons } from './earlier-reasons.js';

export const createToolUseStage = ({ wire, tools }: Settings, engine: () => Engine): Stage => ({
  name: 'tools',
  request(call, context) {
    const { tool } = call;
    if (tool === undefined || call.direction === 'server-to-client') return undefined;
    const undeclared = wire.unknown_tools === 'deny' ? checkDeclared(tool, context) : undefined;
    if (undeclared !== undefined) return undeclared;
    if (wire.strict && context.tools.isStale) return STALE;
    const fits = () => (tools.schema === 'off' ? undefined : checkSchema(call, tools.schema, context));
    const reasons = context.tools.whyWithheld(tool);
    if (reasons === undefined && !dependsOnOthers(tool, tools, context)) return fits();
    const found =
      reasons === undefined
        ? findEarlierReasons(tool, tools, engine, context)
        : withoutAccepted(tool, reasons, context);
    return whenReady(found, (remaining) => withheld(remaining) ?? fits());
  },
});

const STALE: Verdict = {
  kind: 'deny',
  rule: 'wire.strict',
  reason: 'the server announced that its tools changed, and they were not listed again',
  suggestion: 'call `tools/list` again',
};

function checkDeclared(tool: string, { tools }: Context): Verdict | undefined {
  if (tools.has(tool)) return undefined;
  return {
    kind: 'deny',
    rule: 'wire.unknown_tools',
    reason: 'the server does not list this tool',
    suggestion: 'call `tools/list` and use a listed tool',
  };
}

/**
 * Returns the reasons that still apply. If the user has accepted the definition since it was listed, the tool can be
 * used immediately.
 */
function withoutAccepted(
  tool: string,
  reasons: readonly WithholdReason[],
  { tools, pins, peers }: Context,
): Awaitable<readonly WithholdReason[]> {
  return whenReady(pins?.get(peers.server, tool), (pinned) => {
    if (pinned === undefined || pinned.digest !== tools.digest(tool)) return reasons;
    // A first definition with instructions to the model is not trusted.
    const stays = ({ rule }: WithholdReason) =>
      rule === 'tools.shadowing' ||
      (rule === 'tools.poisoning' && pinned.standing !== undefined && pinned.standing !== 'reviewed');
    for (const reason of reasons) if (!stays(reason)) tools.release(tool, reason.rule);
    return reasons.filter(stays);
  });
}

/** The reasons for the client do not quote the definitions of the server, because the model reads the error. */
const PUBLIC_REASONS: Readonly<Record<string, string>> = {
  'tools.pin':
    'the definition of the tool changed after it was accepted; run `clawdefender tools diff` to review it',
  'tools.poisoning':
    'the description of the tool contains instructions to the model; run `clawdefender tools list` to review it',
  'tools.shadowing': 'the tool imitates or mentions a tool of another server',
};

/** Returns the verdict of the strictest rule with the reasons of all rules, or undefined if there are none. */
function withheld(reasons: readonly WithholdReason[]): Verdict | undefined {
  const strictest = reasons.find(({ action }) => action === 'block') ?? reasons[0];
  if (strictest === undefined) return undefined;
  const { rule, action } = strictest;
  const all = [strictest, ...reasons.filter((other) => other !== strictest)];
  const reason = all.map((one) => one.reason).join('; ');
  const shown = all.flatMap((one) => PUBLIC_REASONS[one.rule] ?? []).join('. Also, ');
  return action === 'prompt'
    ? { kind: 'ask', rule, reason, denialText: shown }
    : { kind: 'deny', blocked: true, rule, reason, message: shown };
}

function checkSchema(call: Call, action: 'warn' | 'deny', { tools }: Context): Verdict | undefined {
  const schema = tools.get(call.tool as string)?.['inputSchema'];
  if (schema === undefined) return undefined;
  const problem = checkArguments(schema, call.params['arguments'] ?? {});
  if (problem === undefined) return undefined;
  const { kind, where, text } = problem;
  const reason = `the arguments do not match the schema of the tool: ${where === '' ? '' : `${where}: `}${text}`;
  // If a schema cannot be evaluated, the call is not denied, because its arguments may be valid.
  if (action === 'warn' || kind === 'unchecked') return { kind: 'note', rule: 'tools.schema', reason };
  return {
    kind: 'deny',
    rule: 'tools.schema',
    reason,
    suggestion: 'call the tool with arguments that match its schema',
  };
}
