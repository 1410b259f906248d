// Defines the class of each protocol method (`review`, `log` or `pass`) and its kind for `event_type`.
import type { Direction, EventKind } from './model.js';

/**
 * `review`: the policy applies to the message; `log`: the message is logged, and only rules apply that name its method or
 * that restrict any message; `pass`: the message is forwarded unless a rule names its method.
 */
export type MessageClass = 'review' | 'log' | 'pass';

export interface MethodInfo {
  readonly class: MessageClass;
  readonly kind: EventKind;
  readonly direction: Direction;
  readonly known: boolean;
}

const up = 'client-to-server';
const down = 'server-to-client';
const row = (type: MessageClass, kind: EventKind, direction: Direction = up): MethodInfo => ({
  class: type,
  kind,
  direction,
  known: true,
});

const METHODS: ReadonlyMap<string, MethodInfo> = new Map([
  ['tools/call', row('review', 'tool_call')],
  ['resources/read', row('review', 'resource_read')],
  ['resources/subscribe', row('review', 'resource_read')],
  ['subscriptions/listen', row('review', 'resource_read')],
  ['prompts/get', row('review', 'prompt_get')],
  ['completion/complete', row('review', 'other')],
  ['tasks/result', row('review', 'other')],
  ['tasks/get', row('review', 'other')],
  ['tasks/update', row('review', 'other')],
  ['tasks/cancel', row('review', 'other')],
  ['tasks/list', row('review', 'list')],
  ['sampling/createMessage', row('review', 'sampling', down)],
  ['elicitation/create', row('review', 'elicitation', down)],
  ['roots/list', row('review', 'list', down)],
  ['tools/list', row('log', 'list')],
  ['resources/list', row('log', 'list')],
  ['resources/templates/list', row('log', 'list')],
  ['prompts/list', row('log', 'list')],
  ['resources/unsubscribe', row('log', 'other')],
  ['logging/setLevel', row('log', 'other')],
  ['initialize', row('pass', 'other')],
  ['server/discover', row('pass', 'other')],
  ['ping', row('pass', 'other')],
]);

const NOTIFICATIONS = new Set(
  [
    'initialized cancelled progress message roots/list_changed tools/list_changed prompts/list_changed resources/list_changed',
    'resources/updated elicitation/complete tasks tasks/status subscriptions/acknowledged',
  ].flatMap((names) => names.split(' ').map((name) => `notifications/${name}`)),
);
const NOTIFICATION: MethodInfo = row('pass', 'notification');
const UNKNOWN_NOTIFICATION: MethodInfo = { ...NOTIFICATION, known: false };
const UNKNOWN: MethodInfo = { class: 'log', kind: 'other', direction: up, known: false };

/**
 * Returns the class of a method. Both client and server can send task methods, so their direction is taken from the
 * event.
 */
export function classifyMethod(method: string): MethodInfo {
  const known = METHODS.get(method);
  if (known !== undefined) return known;
  if (!method.startsWith('notifications/')) return UNKNOWN;
  return NOTIFICATIONS.has(method) ? NOTIFICATION : UNKNOWN_NOTIFICATION;
}
