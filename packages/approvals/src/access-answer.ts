// The results of an approval request for a call or for an access.

import type { ApprovalResult } from '@claw/pipeline';
import type { Scope } from './model.js';

/**
 * The result of a request for an access. `expiresAt` is undefined if the approval ends with its session or does not
 * expire.
 */
export type AccessAnswer =
  | Exclude<ApprovalResult, { kind: 'approved' }>
  | (Extract<ApprovalResult, { kind: 'approved' }> & { readonly expiresAt: number | undefined });

export const unavailable = (reason: string): AccessAnswer => ({ kind: 'unavailable', reason });

export const granted = (by: string, scope: Scope, expiresAt: number | undefined): AccessAnswer => ({
  kind: 'approved',
  by,
  scope,
  expiresAt,
});
