// Decides who may answer the requests of a server without sessions. Such a server cannot distinguish the callers of the
// gateway: it may send a request on the streams of all callers, and it accepts the response from any of them.

import type { Message } from '@claw/jsonrpc-stream';
import { createOpenRequests } from './open-requests.js';

export interface ServerRequests {
  /** Creates the requests of one conversation of a caller. */
  open(): CallerRequests;
}

export interface CallerRequests {
  /** Records a request that the caller gets. */
  delivered(request: Message, identity: string): void;
  /** True if a response of the caller belongs to a request that only this caller has; it is removed. */
  takeResponse(response: Message, identity: string): boolean;
  /** Removes the requests of the conversation, to which the caller can no longer respond. */
  close(identity: string): void;
}

export function createServerRequests(): ServerRequests {
  // All conversations share the table: the response is a message of its own, in a conversation of its own.
  const requests = createOpenRequests();
  return {
    open() {
      let delivered: string[] | undefined;
      return {
        delivered({ id }, identity) {
          if (id === undefined) return;
          delivered ??= [];
          delivered.push(id.token);
          requests.add(id.token, identity);
        },
        takeResponse({ id }, identity) {
          if (id === undefined || !requests.isOnlyOf(id.token, identity)) return false;
          requests.remove(id.token, identity);
          return true;
        },
        close(identity) {
          for (const id of delivered ?? []) requests.remove(id, identity);
          delivered = undefined;
        },
      };
    },
  };
}
