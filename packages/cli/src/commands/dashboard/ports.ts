// What the dashboard shows and changes, joined to the state folder: questions and grants, the kill switch, the record.

import type { AdminPorts } from '@claw/admin';
import { describeApproval, Ledger, type Reply } from '@claw/approvals';
import type { Store } from '@claw/store';
import { parseDuration } from '../../command-line/parse-duration.js';
import { auditFolder } from '../../files/paths.js';
import { recordLateDecision, recordRevoked } from '../../firewall/ports/record-approval.js';
import { readKillStatus, setKillSwitch } from '../../state/kill-file.js';
import type { Output } from '../../terminal/output.js';
import { approvalItem, decidedItem, grantItem } from '../approvals/items.js';
import { parsePolicyText, readPolicyText } from '../policy/policy-file.js';

/** Everything that a dashboard needs, on a store. */
export function dashboardPorts(store: Store, output: Output): AdminPorts {
  const ledger = new Ledger(store.table);
  return {
    approvals: {
      async list() {
        const open = (await ledger.approvals()).filter(
          ({ state, scope }) => state === 'pending' || (state === 'approved' && scope === 'once'),
        );
        return [
          ...open.map((one) => ({ ...approvalItem(one), description: describeApproval(one) })),
          ...(await ledger.grants()).map((one) => ({ ...grantItem(one), description: describeGrant(one) })),
        ];
      },
      async answer(id, answer) {
        const reply: Reply = { ...answer, by: 'dashboard' };
        const answered = await ledger.answer(id, reply);
        if (answered.kind === 'answered') await recordLateDecision(answered.approval);
        return answered.kind === 'unknown'
          ? answered
          : { kind: answered.kind, item: await decidedItem(ledger, answered.approval) };
      },
      async revoke(id) {
        const revoked = await ledger.revoke(id);
        if (revoked !== undefined) recordRevoked(revoked, 'dashboard');
        return revoked !== undefined;
      },
      watch: (act) => ledger.watch(act),
    },
    killSwitch: { status: readKillStatus, set: setKillSwitch },
    auditFolder: auditFolder(process.env),
    policy: () => policyView(output),
    async tools() {
      return (await store.pins.list()).map(({ accepted, state }) => ({
        server: accepted.server,
        tool: accepted.tool,
        state,
      }));
    },
    readDuration: parseDuration,
  };
}

const describeGrant = ({ subject, access }: Awaited<ReturnType<Ledger['grants']>>[number]) =>
  access === undefined
    ? [`arguments ${subject.arguments}`, `rule ${subject.rule}`]
    : [`${access.effect} ${access.resource.join(', that is ')}`, 'with any tool of any server'];

/** The policy in the configuration folder: rules in their order. What is wrong with it is on stderr, too. */
async function policyView(output: Output): Promise<object> {
  const found = await readPolicyText(undefined, output);
  const policy = found && (await parsePolicyText(found, output));
  if (found === undefined || policy === undefined) return { file: found?.file ?? null, usable: false };
  const rules = policy.rules.map(({ name, action, message, description, enabled, match }) => ({
    name,
    action,
    enabled,
    message: message ?? description,
    match,
  }));
  return { file: found.file, usable: true, default: policy.default, rules };
}
