// What comes of asking, for a call or for an access.

import type { ApprovalResult } from '@claw/pipeline';
import type { Scope } from './model.js';

/** What came of asking for an access. `expiresAt` is undefined for a yes that ends with its session, or never. */
export type AccessAnswer =
  | Exclude<ApprovalResult, { kind: 'approved' }>
  | (Extract<ApprovalResult, { kind: 'approved' }> & { readonly expiresAt: number | undefined });

export const nobody = (reason: string): AccessAnswer => ({ kind: 'unavailable', reason });

export const granted = (by: string, scope: Scope, expiresAt: number | undefined): AccessAnswer => ({
  kind: 'approved',
  by,
  scope,
  expiresAt,
});
