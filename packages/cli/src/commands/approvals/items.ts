// Questions and grants in the one shape that is listed: every member is there, so that scripts can rely on it.

import type { Access, Approval, Grant, Ledger, Subject } from '@claw/approvals';

export interface Item {
  readonly id: string;
  readonly state: string;
  readonly server: string;
  readonly tool: string | null;
  readonly arguments: unknown;
  readonly rule: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly scope: string | null;
  /** Of a yes for any tool: what may be done. */
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
  expiresAt,
  scope,
}: Approval): Item => ({
  id,
  state,
  ...about(subject),
  created_at: instant(createdAt),
  expires_at: instant(expiresAt),
  scope: scope ?? null,
  access,
});

export const grantItem = ({ id, subject, access, scope, createdAt, expiresAt }: Grant): Item => ({
  id,
  state: 'granted',
  ...about(subject),
  created_at: instant(createdAt),
  expires_at: expiresAt === undefined ? null : instant(expiresAt),
  scope,
  access,
});

/** A question that was just answered. A yes for longer than once ends with its grant, not with the question. */
export async function answeredItem(ledger: Pick<Ledger, 'grants'>, approval: Approval): Promise<Item> {
  const grant = (await ledger.grants()).find(({ id }) => id === approval.id);
  return { ...approvalItem(approval), ...(grant && { expires_at: grantItem(grant).expires_at }) };
}

/** How far a yes reaches, in words. */
export function reachOf({ scope, expires_at: until }: Pick<Item, 'scope' | 'expires_at'>): string {
  switch (scope) {
    case 'once':
      return `once, if the call is made until ${until}`;
    case 'session':
      return `for the session that asked, until ${until} at the longest`;
    case 'time':
      return `until ${until}`;
    default:
      return scope ?? '';
  }
}
