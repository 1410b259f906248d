// Validates the actions that inspectors return. An inspector in plain JavaScript may return any value; a value that
// is not an action is an error.

import type { Message } from '../message/message.js';
import type { Action, Awaitable } from './inspector.js';

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

/** Returns the action, or throws if it does not have the required type. */
export function validateAction(action: Action): Action {
  if (!isAction(action)) throw new TypeError('the inspector did not return a valid action');
  return action;
}
