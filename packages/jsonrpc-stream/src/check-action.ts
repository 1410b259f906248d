// Inspectors in plain JavaScript may return anything. What is not an action allows nothing.

import type { Action, Awaitable } from './inspector.js';
import type { Message } from './message.js';

export const isPromise = <T>(value: Awaitable<T>): value is PromiseLike<T> =>
  typeof (value as PromiseLike<T> | undefined)?.then === 'function';

const isMessage = (message: Message | undefined): boolean => Array.isArray(message?.frame);

function isAction(action: Action | undefined): boolean {
  switch (action?.kind) {
    case 'forward':
    case 'drop':
      return true;
    case 'replace':
      return isMessage(action.message);
    case 'answer':
      return Array.isArray(action.messages) && action.messages.every(isMessage);
    default:
      return false;
  }
}

/** The action, if it is as the types promise. */
export function checkedAction(action: Action): Action {
  if (!isAction(action)) throw new TypeError('the inspector returned something that is not an action');
  return action;
}
