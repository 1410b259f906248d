// May this tool be called at all: is it one that the server has declared, is its definition the one that was accepted,
// do the arguments fit what it declares?

import type { Settings } from '@claw/policy';
import type { Context, Stage, Verdict } from '../types.js';

export const createToolUseStage = ({ wire, tools }: Settings): Stage => ({
  name: 'tools',
  request(call, context) {
    if (call.tool === undefined || call.direction === 'server-to-client') return undefined;
    return (
      (wire.unknown_tools === 'deny' ? checkDeclared(call.tool, context) : undefined) ??
      checkWithheld(call.tool, tools.pin, context)
    );
  },
});

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
  if (because.rule === 'tools.pin' && pin === 'prompt') return { kind: 'ask', ...because };
  return { kind: 'deny', blocked: true, ...because };
}
