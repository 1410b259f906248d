// Provides pending and standing approvals to the dashboard.

import type { AdminPorts } from '@claw/admin';
import {
  type Approval,
  type ApprovalDecision,
  ApprovalStore,
  describeApproval,
  type Grant,
  processOfSession,
} from '@claw/approvals';
import { type RunningProgress, runningSessions } from '@claw/audit';
import type { Store } from '@claw/store';
import { auditFolder } from '../../../files/paths.js';
import { recordLateDecision, recordRevoked } from '../../../firewall/ports/record-approval.js';
import { activeApprovals } from '../../approvals/active-approvals.js';
import { approvalItem, decidedItem, grantItem } from '../../approvals/items.js';
import { findSuggestedRules } from '../../approvals/suggest-rules.js';

export function approvalPorts(store: Store, progress: RunningProgress): AdminPorts['approvals'] {
  const approvalStore = new ApprovalStore(store.table);
  return {
    async list() {
      const open = await activeApprovals(approvalStore);
      const clients = open.some(({ state }) => state === 'pending')
        ? await clientsBySession(progress)
        : new Map();
      return [
        ...open.map((approval) => pendingItem(approval, clients)),
        ...(await approvalStore.grants()).map((grant) => ({
          ...grantItem(grant),
          description: describeGrant(grant),
        })),
      ];
    },
    async answer(id, answer) {
      const reply: ApprovalDecision = { ...answer, by: 'dashboard' };
      const answered = await approvalStore.answer(id, reply);
      if (answered.kind === 'answered') await recordLateDecision(answered.approval);
      return answered.kind === 'unknown'
        ? answered
        : { kind: answered.kind, item: await decidedItem(approvalStore, answered.approval) };
    },
    async revoke(id) {
      const revoked = await approvalStore.revoke(id);
      if (revoked !== undefined) recordRevoked(revoked, 'dashboard');
      return revoked !== undefined;
    },
    watch: (act) => approvalStore.watch(act),
  };
}

/** Returns rules that would have allowed a pending call. */
export async function suggestRulesFor(store: Store, id: string): Promise<readonly object[] | undefined> {
  const approval = await new ApprovalStore(store.table).approval(id);
  return approval && findSuggestedRules(approval);
}

const pendingItem = (approval: Approval, clients: ReadonlyMap<string, string>) => ({
  ...approvalItem(approval),
  client: clients.get(processOfSession(approval.session)) ?? null,
  reason: approval.question.message ?? approval.question.reason,
  effects: approval.question.effects,
  description: describeApproval(approval),
});

/** Returns the names of the clients with running proxies, by session. */
async function clientsBySession(progress: RunningProgress): Promise<ReadonlyMap<string, string>> {
  const sessions = await runningSessions(auditFolder(process.env), progress);
  return new Map(
    sessions.flatMap(({ session, client }) => (client === undefined ? [] : [[session, client] as const])),
  );
}

const describeGrant = ({ subject, access }: Grant): readonly string[] =>
  access === undefined
    ? [`arguments ${subject.arguments}`, `rule ${subject.rule}`]
    : [`${access.effect} ${access.resource.join(', resolved to ')}`, 'with any tool of any server'];
