// Reads the id of a cancelled request.

import type { Message } from './message.js';
import { MessageId } from './message-id.js';

/** Returns the id of the request that a `notifications/cancelled` names, or undefined if it names none. */
export function cancelledId({ value }: Message): MessageId | undefined {
  const { params } = value as { params?: { requestId?: unknown } | null };
  const id = params?.requestId;
  return typeof id === 'string' || typeof id === 'number' ? MessageId.of(id) : undefined;
}
