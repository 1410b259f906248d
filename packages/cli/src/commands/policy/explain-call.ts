// Determines the decision of a proxy on one call, and why each rule before the deciding rule does not match.

import type { Action } from '@claw/policy';
import { compilePolicy, foldersToResolve, type Policy } from '@claw/policy';
import { loadShell } from '@claw/policy/shell';
import { createLinkResolver, longTimeout } from '../../files/resolve-links.js';
import { thisMachine } from '../../firewall/this-machine.js';
import { createReplayDecision } from './replay/replay-decision.js';

interface ToolCall {
  readonly tool: string;
  readonly arguments: object;
  readonly server?: string | undefined;
}

export interface Explanation {
  readonly decision: Action;
  readonly rule: string;
  readonly reason: string;
  readonly trail: readonly { readonly rule: string; readonly matched: boolean; readonly why: string }[];
}

export async function explainCall(
  policy: Policy,
  { tool, arguments: given, server }: ToolCall,
): Promise<Explanation> {
  // The call is evaluated as in a proxy: links are resolved, including links in the folders of the policy.
  const environment = thisMachine();
  const resolveLinks = createLinkResolver({ limit: longTimeout });
  const links = await resolveLinks(foldersToResolve(policy, environment));
  const engine = compilePolicy(policy, { environment, shell: await loadShell(), ...(links && { links }) });
  const params = { name: tool, arguments: given };
  const event = { method: 'tools/call', params, ...(server !== undefined && { server }) };
  const prepared = engine.prepare(event);
  const answers = await resolveLinks(prepared.pathsToResolve());
  const { ruling, trail: rules } = prepared.explain({ now: Date.now(), links: answers ?? new Map() });
  const { decision, rule, reason } = await createReplayDecision(policy, resolveLinks)(event);
  // If a stage other than the policy has decided, its rule comes first and the policy rules follow.
  const trail = rule === ruling.rule ? rules : [{ rule, matched: true, why: reason }, ...rules];
  return { decision, rule, reason, trail };
}
