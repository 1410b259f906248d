// Shows pending calls and standing approvals.

import { useEffect, useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import { useStore } from '../../api/store.js';
import type { Approval } from '../../api/types.js';
import { Card, Command, Empty, Loading, Problem } from '../../components/card.js';
import { Badge, Button, Key } from '../../components/controls.js';
import { approvals, isPending, loadApprovals } from '../../shell/approvals-store.js';
import { useShortcuts } from '../../shell/keyboard.js';
import { formatDuration } from '../../text/format.js';
import { lookUp } from '../../text/look-up.js';
import { useNow } from '../../text/use-now.js';
import { PendingCard } from './pending-card.js';
import { useSettled } from './use-settled.js';

export function ApprovalsPage() {
  const items = useStore(approvals);
  // Both lists share one placeholder. With two placeholders, the second list would move when the first list arrives.
  return items === undefined ? <Loading height="h-96" /> : <Lists items={items} />;
}

function Lists({ items }: { items: readonly Approval[] }) {
  const now = useNow();
  const [selected, setSelected] = useState<string>();
  const pending = items.filter(isPending);
  const standing = items.filter((item) => !isPending(item));
  const at = Math.max(
    0,
    pending.findIndex(({ id }) => id === selected),
  );
  const select = (index: number) => () => setSelected(pending[index]?.id ?? pending[at]?.id);
  useEffect(
    () => document.querySelector(`#waiting [data-id="${selected}"]`)?.scrollIntoView({ block: 'nearest' }),
    [selected],
  );
  useShortcuts({
    j: select(at + 1),
    ArrowDown: select(at + 1),
    ArrowUp: select(at - 1),
  });
  return (
    <div class="mx-auto grid max-w-4xl gap-4">
      <section id="waiting" aria-label="Pending" class="grid gap-3">
        <h2 class="flex items-center gap-3 text-sm font-semibold">
          Pending
          {pending.length > 0 && (
            <span class="hidden flex-wrap items-center gap-1.5 text-xs font-normal text-muted lg:flex">
              <Key>a</Key> approves once <Key>d</Key> denies <Key>↑</Key> <Key>↓</Key> choose
            </span>
          )}
        </h2>
        {pending.length === 0 ? (
          <div class="card">
            <Empty icon="approvals" title="No call is pending">
              When a rule with the action <Command>prompt</Command> matches, the call appears here and in{' '}
              <Command>clawdefender approvals list</Command>. Use the bell above to allow notifications.
            </Empty>
          </div>
        ) : (
          pending.map((approval, index) => (
            <PendingCard
              key={approval.id}
              approval={approval}
              now={now}
              isChosen={index === at}
              hasRing={index === at && pending.length > 1}
            />
          ))
        )}
      </section>
      <Card title="Standing approvals" hint="these calls are allowed without further approval">
        <ul id="granted" class="divide-y divide-line">
          {standing.length === 0 && <li class="py-4 text-center text-muted">No standing approvals.</li>}
          {standing.map((item) => (
            <Standing key={item.id} item={item} now={now} />
          ))}
        </ul>
      </Card>
    </div>
  );
}

const scopes: Readonly<Record<string, string>> = {
  once: 'once',
  session: 'this session',
  time: 'for a time',
  always: 'always',
};

function Standing({
  item: { id, server, tool, scope, rule, expires_at: expires, ...item },
  now,
}: {
  item: Approval;
  now: number;
}) {
  const [problem, setProblem] = useState<string>();
  const { ref, isSettled, hasSettled } = useSettled<HTMLLIElement>();
  const revoke = () => {
    if (!hasSettled()) return;
    void request('DELETE', `/api/approvals/${encodeURIComponent(id)}`).then(loadApprovals, (error: Error) =>
      setProblem(error.message),
    );
  };
  return (
    <li ref={ref} data-id={id} class="flex flex-wrap items-center gap-x-3 gap-y-1 py-2.5">
      <div class="min-w-0 flex-1">
        <p class="untrusted">
          <b>{tool ?? item.description?.[0] ?? 'a request'}</b>{' '}
          <span class="text-muted">
            {server} · rule {rule}
          </span>
        </p>
        <code class="untrusted block truncate font-mono text-xs text-muted">
          {item.beginning ?? JSON.stringify(item.arguments)}
        </code>
        <Problem message={problem} />
      </div>
      <Badge tone={scope === 'always' ? 'prompt' : 'log'}>
        {lookUp(scopes, scope ?? undefined) ?? scope}
      </Badge>
      <span class="w-28 text-right text-xs text-muted tabular-nums">
        {expires === null ? 'until revoked' : `${formatDuration(Date.parse(expires) - now)} left`}
      </span>
      <Button small kind="remove" disabled={!isSettled} onClick={revoke}>
        Revoke
      </Button>
    </li>
  );
}
