// Decides whether a tool may be called: the server has declared it, its definition is accepted, and the arguments
// match its schema.

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
 * The reasons that remain. If the user has accepted the definition since it was listed, the tool can be used at once.
 */
function withoutAccepted(
  tool: string,
  reasons: readonly WithholdReason[],
  { tools, pins, peers }: Context,
): Awaitable<readonly WithholdReason[]> {
  return whenReady(pins?.get(peers.server, tool), (pinned) => {
    if (pinned === undefined || pinned.digest !== tools.digest(tool)) return reasons;
    // A first definition with instructions is not trusted on first use.
    const stays = ({ rule }: WithholdReason) =>
      rule === 'tools.shadowing' || (rule === 'tools.poisoning' && pinned.standing !== undefined);
    for (const reason of reasons) if (!stays(reason)) tools.release(tool, reason.rule);
    return reasons.filter(stays);
  });
}

/** The reasons quote definitions of the server, and the model that reads the error must not see them. */
const PUBLIC_REASONS: Readonly<Record<string, string>> = {
  'tools.pin':
    'the definition of the tool changed after it was accepted; run `clawdefender tools diff` to review it',
  'tools.poisoning':
    'the description of the tool contains instructions to the model; run `clawdefender tools list` to review it',
  'tools.shadowing': 'the tool imitates or mentions a tool of another server',
};

/** The verdict of the strictest rule, with the reasons of all; undefined if there are none. */
function withheld(reasons: readonly WithholdReason[]): Verdict | undefined {
  const strictest = reasons.find(({ action }) => action === 'block') ?? reasons[0];
  if (strictest === undefined) return undefined;
  const { rule, action } = strictest;
  const all = [strictest, ...reasons.filter((other) => other !== strictest)];
  const reason = all.map((one) => one.reason).join('; ');
  const shown = all.flatMap((one) => PUBLIC_REASONS[one.rule] ?? []).join('. Also, ');
  return action === 'prompt'
    ? { kind: 'ask', rule, reason, refusal: shown }
    : { kind: 'deny', blocked: true, rule, reason, message: shown };
}

function checkSchema(call: Call, action: 'warn' | 'deny', { tools }: Context): Verdict | undefined {
  const schema = tools.get(call.tool as string)?.['inputSchema'];
  if (schema === undefined) return undefined;
  const problem = checkArguments(schema, call.params['arguments'] ?? {});
  if (problem === undefined) return undefined;
  const { kind, where, text } = problem;
  const reason = `the arguments do not match the schema of the tool: ${where === '' ? '' : `${where}: `}${text}`;
  // A schema that cannot be evaluated is not the fault of the call.
  if (action === 'warn' || kind === 'unchecked') return { kind: 'note', rule: 'tools.schema', reason };
  return {
    kind: 'deny',
    rule: 'tools.schema',
    reason,
    suggestion: 'call the tool with arguments that match its schema',
  };
}
