// Defines the JSON format of approvals and grants. All fields are always present, so that scripts can rely on them.

import type { Access, Approval, ApprovalStore, Grant, Subject } from '@claw/approvals';
import { remainingTime } from '../../terminal/remaining-time.js';

export interface Item {
  readonly id: string;
  readonly state: string;
  readonly server: string;
  readonly tool: string | null;
  readonly arguments: unknown;
  readonly rule: string;
  readonly created_at: string;
  /**
   * The time until which the call of a pending approval waits for the decision. After that, an approval can only allow
   * a repeated call.
   */
  readonly waits_until: string | null;
  readonly expires_at: string | null;
  readonly scope: string | null;
  /** For an approval that is not bound to a tool: the action and resource. */
  readonly access?: Access | undefined;
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const about = ({ server, tool, arguments: text, rule }: Subject) => ({
  server,
  tool: tool ?? null,
  arguments: JSON.parse(text) as unknown,
  rule,
});

export const approvalItem = ({
  id,
  state,
  subject,
  access,
  createdAt,
  waitsUntil,
  expiresAt,
  scope,
}: Approval): Item => ({
  id,
  state,
  ...about(subject),
  created_at: instant(createdAt),
  waits_until: state === 'pending' && waitsUntil !== undefined ? instant(waitsUntil) : null,
  expires_at: instant(expiresAt),
  scope: scope ?? null,
  access,
});

export const grantItem = ({ id, subject, access, scope, createdAt, expiresAt }: Grant): Item => ({
  id,
  state: 'granted',
  ...about(subject),
  created_at: instant(createdAt),
  waits_until: null,
  expires_at: expiresAt === undefined ? null : instant(expiresAt),
  scope,
  access,
});

/** The item for an approval that was just decided. If it applies to more than one call, it expires with its grant. */
export async function decidedItem(
  approvals: Pick<ApprovalStore, 'grants'>,
  approval: Approval,
): Promise<Item> {
  const grant = (await approvals.grants()).find(({ id }) => id === approval.id);
  return { ...approvalItem(approval), ...(grant && { expires_at: grantItem(grant).expires_at }) };
}

/** Describes the scope of an approval for users. */
export function describeScope(
  { scope, expires_at: until }: Pick<Item, 'scope' | 'expires_at'>,
  now: number,
): string {
  const left = until === null ? '' : remainingTime(Date.parse(until), now);
  switch (scope) {
    case 'once':
      return `once, within ${left}`;
    case 'session':
      return `for this session, for another ${left} at most`;
    case 'time':
      return `for another ${left}`;
    default:
      return scope ?? '';
  }
}
