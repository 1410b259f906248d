// Selects the rules that apply to a query about the policy. If the query contains a resource, the engine evaluates the
// corresponding call. Otherwise a rule applies if it could match a call with some resource.

import { decideRequest, type Pipeline, type RequestDecision } from '@claw/pipeline';
import { compileNames, type Match, type Rule } from '@claw/policy';
import { type ActionType, SERVER, toEvent } from './intent.js';
import type { ToolContext } from './ports.js';

export interface PolicyQuery {
  readonly resource?: string | undefined;
  readonly action?: ActionType | undefined;
  readonly tool?: string | undefined;
}

export interface Applying {
  readonly rules: readonly Rule[];
  /** The decisions of stages that run before the rules (egress, injection, the kill switch). */
  readonly stages: readonly RequestDecision[];
}

export async function findApplying(
  query: PolicyQuery,
  pipeline: Pipeline,
  context: ToolContext,
): Promise<Applying> {
  const { rules } = pipeline.policy.policy;
  if (query.resource === undefined) {
    const now = context.ports.surroundings.clock.now();
    return { rules: rules.filter((rule) => couldApply(rule, query, now)), stages: [] };
  }
  const matching = new Set<Rule>();
  const stages = new Map<string, RequestDecision>();
  for (const action of actionsOf(query)) {
    const event = toEvent({ action, target: query.resource, tool: query.tool }, context.caller);
    const { clock, links } = context.ports.surroundings;
    const prepared = pipeline.policy.prepare(event);
    const answers = await links?.resolve(prepared.pathsToResolve());
    const rest = answers === undefined ? {} : { links: answers };
    for (const rule of prepared.matching({ now: clock.now(), ...rest })) matching.add(rule);
    const judged = await decideRequest(pipeline, event, context.ports.surroundings);
    if (isStage(judged, rules)) stages.set(judged.rule, judged);
  }
  return { rules: rules.filter((rule) => matching.has(rule)), stages: [...stages.values()] };
}

/** Returns the actions that are possible on a resource of this form, if the query contains no action. */
function actionsOf({ action, resource = '' }: PolicyQuery): readonly ActionType[] {
  if (action !== undefined) return [action];
  if (/^[a-z][\w+.-]*:\/\//i.test(resource)) return ['network_request', 'resource_access'];
  return ['file_read', 'file_write', 'file_delete'];
}

const isStage = ({ decision, rule }: RequestDecision, rules: readonly Rule[]): boolean =>
  (decision === 'deny' || decision === 'prompt') &&
  rule !== 'default' &&
  !rules.some(({ name }) => name === rule);

/** The fields that can have a value for an action, and the effect of the action. */
const SHAPES: Readonly<Record<ActionType, { readonly fields: readonly string[]; readonly effect?: string }>> =
  {
    file_read: { fields: ['path', 'args'], effect: 'read' },
    file_write: { fields: ['path', 'args'], effect: 'write' },
    file_delete: { fields: ['path', 'args'], effect: 'delete' },
    // The effect depends on the command.
    shell_execute: { fields: ['path', 'host', 'command', 'args'] },
    network_request: { fields: ['path', 'host', 'args'], effect: 'connect' },
    resource_access: { fields: ['path', 'host', 'resource'] },
    other: { fields: ['path', 'host', 'args'] },
  };

/** The fields that describe a resource. The other fields are compared one by one. */
const ABOUT_RESOURCES = ['path', 'host', 'command', 'resource', 'args', 'prompt'] as const;

function couldApply({ enabled, expires, match }: Rule, { action, tool }: PolicyQuery, now: number): boolean {
  if (!enabled || (expires !== undefined && expires <= now)) return false;
  // A tool call does not read an MCP resource and does not get a prompt.
  if (tool !== undefined && (match.resource !== undefined || match.prompt !== undefined)) return false;
  const called = tool ?? action;
  if (called !== undefined && match.tool !== undefined) {
    if (action === 'resource_access' && tool === undefined) return false;
    if (!compileNames(match.tool)(called)) return false;
  }
  if (tool === undefined && action !== undefined && !names(match.server, SERVER)) return false;
  return action === undefined || fitsAction(match, action);
}

const names = (patterns: readonly string[] | undefined, name: string): boolean =>
  patterns === undefined || compileNames(patterns)(name);

function fitsAction(match: Match, action: ActionType): boolean {
  const { fields, effect } = SHAPES[action];
  if (ABOUT_RESOURCES.some((field) => match[field] !== undefined && !fields.includes(field))) return false;
  if (!names(match.method, action === 'resource_access' ? 'resources/read' : 'tools/call')) return false;
  if (effect !== undefined && match.effect !== undefined && !match.effect.some((one) => one === effect))
    return false;
  const kinds = [action === 'resource_access' ? 'resource_read' : 'tool_call', effect];
  return match.event === undefined || effect === undefined || match.event.some((one) => kinds.includes(one));
}
