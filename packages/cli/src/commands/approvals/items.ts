// Questions and grants in the one shape that is listed.

import type { Approval, Grant, Subject } from '@claw/approvals';

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
}

const instant = (milliseconds: number) => new Date(milliseconds).toISOString();

const about = ({ server, tool, arguments: text, rule }: Subject) => ({
  server,
  tool,
  arguments: JSON.parse(text) as unknown,
  rule,
});

export const approvalItem = ({ id, state, subject, createdAt, expiresAt, scope }: Approval): Item => ({
  id,
  state,
  ...about(subject),
  created_at: instant(createdAt),
  expires_at: instant(expiresAt),
  scope,
});

export const grantItem = ({ id, subject, scope, createdAt, expiresAt }: Grant): Item => ({
  id,
  state: 'granted',
  ...about(subject),
  created_at: instant(createdAt),
  expires_at: expiresAt === undefined ? undefined : instant(expiresAt),
  scope,
});
