// Questions and grants in the one shape that is listed: every member is there, so that scripts can rely on it.

import type { Access, Approval, Grant, Subject } from '@claw/approvals';

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
