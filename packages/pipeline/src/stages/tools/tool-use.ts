// May this tool be called at all: is it one that the server has declared, is its definition the one that was accepted,
// do the arguments fit what it declares?

import { checkArguments } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import type { Call, Context, Stage, Verdict } from '../../types.js';

export const createToolUseStage = ({ wire, tools }: Settings): Stage => ({
  name: 'tools',
  request(call, context) {
    const { tool } = call;
    if (tool === undefined || call.direction === 'server-to-client') return undefined;
    const undeclared = wire.unknown_tools === 'deny' ? checkDeclared(tool, context) : undefined;
    if (undeclared !== undefined) return undeclared;
    if (wire.strict && context.tools.isStale) return STALE;
    const fits = () => (tools.schema === 'off' ? undefined : checkSchema(call, tools.schema, context));
    const because = context.tools.whyWithheld(tool);
    if (because === undefined)
      return dependsOnOthers(tool, tools.pin, context)
        ? changeSeenByOthers(tool, context).then((change) => (change ? withheld(change, tools.pin) : fits()))
        : fits();
    return wasAccepted(tool, because.rule, context).then((accepted) =>
      accepted ? fits() : withheld(because, tools.pin),
    );
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

type Because = NonNullable<ReturnType<Context['tools']['whyWithheld']>>;

/** Whether somebody has accepted the changed definition since it was listed: then the tool is used again at once. */
async function wasAccepted(tool: string, rule: string, { tools, pins, peers }: Context): Promise<boolean> {
  if (rule !== 'tools.pin') return false;
  const pinned = await pins?.get(peers.server, tool);
  if (pinned === undefined || pinned.digest !== tools.digest(tool)) return false;
  tools.release(tool, rule);
  return true;
}

/** Whether nobody on this connection has asked what the tool is now: then what others were told counts. */
const dependsOnOthers = (tool: string, pin: Settings['tools']['pin'], { tools, pins }: Context): boolean =>
  (pin === 'prompt' || pin === 'block') &&
  pins !== undefined &&
  (tools.digest(tool) === undefined || tools.isStale);

/** A client may keep its list for longer than we live, and never ask for it again. */
async function changeSeenByOthers(tool: string, { pins, peers }: Context): Promise<Because | undefined> {
  const change = await pins?.openChange(peers.server, tool);
  return (
    change && {
      rule: 'tools.pin',
      reason: 'an earlier `tools/list` showed that the definition of the tool changed after it was accepted',
    }
  );
}

/** The reasons quote what the server says about its tools, and a refusal is read by the model that must not hear it. */
const PUBLIC_REASONS: Readonly<Record<string, string>> = {
  'tools.pin':
    'the definition of the tool changed after it was accepted; run `clawdefender tools diff` to review it',
  'tools.shadowing': 'the tool imitates or mentions a tool of another server',
};

const withheld = ({ rule, reason }: Because, pin: Settings['tools']['pin']): Verdict =>
  rule === 'tools.pin' && pin === 'prompt'
    ? { kind: 'ask', rule, reason, refusal: PUBLIC_REASONS[rule] }
    : { kind: 'deny', blocked: true, rule, reason, message: PUBLIC_REASONS[rule] };

function checkSchema(call: Call, action: 'warn' | 'deny', { tools }: Context): Verdict | undefined {
  const schema = tools.get(call.tool as string)?.['inputSchema'];
  if (schema === undefined) return undefined;
  const problem = checkArguments(schema, call.params['arguments'] ?? {});
  if (problem === undefined) return undefined;
  const { kind, where, text } = problem;
  const reason = `the arguments do not match the schema of the tool: ${where === '' ? '' : `${where}: `}${text}`;
  // A schema that cannot be checked is the server's fault, not the call's.
  if (action === 'warn' || kind === 'unchecked') return { kind: 'note', rule: 'tools.schema', reason };
  return {
    kind: 'deny',
    rule: 'tools.schema',
    reason,
    suggestion: 'call the tool with arguments that match its schema',
  };
}
