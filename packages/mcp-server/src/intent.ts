// An action that somebody plans or has done, as the call that a proxy would judge: server `clawdefender`, the kind of action as
// its tool. So an intent and the call that follows from it meet the same rules, effects and stages.

import type { PolicyEvent } from '@claw/policy';

/** What can be asked about and reported, and under which argument its target stands. */
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

/** The kind of action that an operation on a resource is. */
export const actionOf = {
  read: 'file_read',
  write: 'file_write',
  execute: 'shell_execute',
  delete: 'file_delete',
  connect: 'network_request',
} as const satisfies Record<string, ActionType>;

export type Operation = keyof typeof actionOf;

export const OPERATIONS = Object.keys(actionOf) as [Operation, ...Operation[]];

/** The name of our server in rules, questions and records. */
export const SERVER = 'clawdefender';

export interface Intent {
  readonly action: ActionType;
  readonly target: string;
  /** A real tool, instead of the kind of action. */
  readonly tool?: string | undefined;
}

/** Who asks. */
export interface Caller {
  /** Whose calls are counted together: an authenticated identity, or one process. */
  readonly key: string;
  readonly identity?: string | undefined;
  /** What the client calls itself. */
  readonly client?: string | undefined;
}

/** The call that an intent stands for. */
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
