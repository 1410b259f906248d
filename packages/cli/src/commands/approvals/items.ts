// Questions and grants in the one shape that is listed.

import type { Access, Approval, Grant, Subject } from '@claw/approvals';

export interface Item {
  readonly id: string;
  readonly state: string;
  readonly server: string;
  readonly tool: string | undefined;
  readonly arguments: unknown;
  readonly rule: string;
  readonly created_at: string;
  readonly expires_at: string | undefined;
  readonly scope: string | undefined;
  /** Of a yes for any tool: what may be done. */
  readonly access?: Access | undefined;
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const about = ({ server, tool, arguments: text, rule }: Subject) => ({
  server,
  tool,
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
  scope,
  access,
});

export const grantItem = ({ id, subject, access, scope, createdAt, expiresAt }: Grant): Item => ({
  id,
  state: 'granted',
  ...about(subject),
  created_at: instant(createdAt),
  expires_at: expiresAt === undefined ? undefined : instant(expiresAt),
  scope,
  access,
});
