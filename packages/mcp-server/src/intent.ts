// Represents a planned or performed action as the call that a proxy would check: the server is `clawdefender`, and the
// tool is the kind of action. So the same rules, effects and stages decide an intent and the corresponding call.

import type { PolicyEvent } from '@claw/policy';

/** The kinds of actions, each with the argument that contains its target. */
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

/** The kind of action for each operation on a resource. */
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
  /** The name of a real tool, which is used instead of the kind of action. */
  readonly tool?: string | undefined;
}

/** The caller of a tool. */
export interface Caller {
  /** The key for rate limits, which identifies an authenticated caller or one process. */
  readonly key: string;
  readonly identity?: string | undefined;
  /** The name that the client sends. */
  readonly client?: string | undefined;
}

/** Returns the call that corresponds to an intent. */
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
