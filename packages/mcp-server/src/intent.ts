// A planned or performed action as the call that a proxy would check: server `clawdefender`, with the kind of
// action as the tool. So an intent and the corresponding call are decided by the same rules, effects and stages.

import type { PolicyEvent } from '@claw/policy';

/** The kinds of actions, and the argument that contains their target. */
const argumentOf = {
  file_read: 'path',
  file_write: 'path',
  file_delete: 'path',
  shell_execute: 'command',
  network_request: 'url',
  resource_access: 'uri',
  other: 'target',
} as const;

export type ActionType = keyof typeof argumentOf;

export const ACTION_TYPES = Object.keys(argumentOf) as [ActionType, ...ActionType[]];

/** The kind of action for an operation on a resource. */
export const actionOf = {
  read: 'file_read',
  write: 'file_write',
  execute: 'shell_execute',
  delete: 'file_delete',
  connect: 'network_request',
} as const satisfies Record<string, ActionType>;

export type Operation = keyof typeof actionOf;

export const OPERATIONS = Object.keys(actionOf) as [Operation, ...Operation[]];

/** The name of this server in rules, approval requests and log entries. */
export const SERVER = 'clawdefender';

export interface Intent {
  readonly action: ActionType;
  readonly target: string;
  /** A real tool, instead of the kind of action. */
  readonly tool?: string | undefined;
}

/** The caller. */
export interface Caller {
  /** The identity for rate limits: an authenticated caller, or one process. */
  readonly key: string;
  readonly identity?: string | undefined;
  /** The name that the client gives itself. */
  readonly client?: string | undefined;
}

/** The call that corresponds to an intent. */
export function toEvent({ action, target, tool }: Intent, { identity, client }: Caller): PolicyEvent {
  const who = {
    ...(tool === undefined && { server: SERVER }),
    ...(identity !== undefined && { identity }),
    ...(client !== undefined && { client }),
  };
  if (action === 'resource_access' && tool === undefined)
    return { method: 'resources/read', params: { uri: target }, ...who };
  const params = { name: tool ?? action, arguments: { [argumentOf[action]]: target } };
  return { method: 'tools/call', params, ...who };
}
