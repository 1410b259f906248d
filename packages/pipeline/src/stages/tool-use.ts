// May this tool be called at all: is it one that the server has declared, is its definition the one that was accepted,
// do the arguments fit what it declares?

import { checkArguments } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import type { Call, Context, Stage, Verdict } from '../types.js';

export const createToolUseStage = ({ wire, tools }: Settings): Stage => ({
  name: 'tools',
  request(call, context) {
    if (call.tool === undefined || call.direction === 'server-to-client') return undefined;
    return (
      (wire.unknown_tools === 'deny' ? checkDeclared(call.tool, context) : undefined) ??
      (wire.strict && context.tools.isStale ? STALE : undefined) ??
      checkWithheld(call.tool, tools.pin, context) ??
      (tools.schema === 'off' ? undefined : checkSchema(call, tools.schema, context))
    );
  },
});

const STALE: Verdict = {
  kind: 'deny',
  rule: 'wire.strict',
  reason: 'the server has said that its tools changed, and they were not listed since',
  suggestion: 'ask for the list of tools again',
};

function checkDeclared(tool: string, { tools }: Context): Verdict | undefined {
  if (tools.has(tool)) return undefined;
  return {
    kind: 'deny',
    rule: 'wire.unknown_tools',
    reason: 'the tool is not in the last list of the server',
    suggestion: 'ask for the list of tools first and use a tool that is in it',
  };
}

function checkWithheld(tool: string, pin: Settings['tools']['pin'], { tools }: Context): Verdict | undefined {
  const because = tools.whyWithheld(tool);
  if (because === undefined) return undefined;
  const { rule, reason } = because;
  if (rule === 'tools.pin' && pin === 'prompt') return { kind: 'ask', rule, reason };
  return { kind: 'deny', blocked: true, rule, reason };
}

function checkSchema(call: Call, action: 'warn' | 'deny', { tools }: Context): Verdict | undefined {
  const schema = tools.get(call.tool as string)?.['inputSchema'];
  if (schema === undefined) return undefined;
  const problem = checkArguments(schema, call.params['arguments'] ?? {});
  if (problem === undefined) return undefined;
  const { kind, where, text } = problem;
  const reason = `the arguments do not fit the tool's schema: ${where === '' ? '' : `${where}: `}${text}`;
  // A schema that cannot be checked is the server's fault, not the call's.
  if (action === 'warn' || kind === 'unchecked') return { kind: 'note', rule: 'tools.schema', reason };
  return {
    kind: 'deny',
    rule: 'tools.schema',
    reason,
    suggestion: 'call the tool with the arguments that its schema asks for',
  };
}
