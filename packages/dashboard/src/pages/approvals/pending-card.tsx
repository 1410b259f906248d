// Shows one pending call: the client, the data to be sent, the reason for the approval, the remaining time, and the
// choices.

import { useState } from 'preact/hooks';
import { request } from '../../api/client.js';
import type { Approval } from '../../api/types.js';
import { Problem } from '../../components/card.js';
import { Badge, Button } from '../../components/controls.js';
import { loadApprovals } from '../../shell/approvals-store.js';
import { useShortcuts } from '../../shell/keyboard.js';
import { Coded } from '../../text/coded.js';
import { Time } from '../../text/time.js';
import { Arguments } from './arguments.js';
import { Suggestions } from './suggestions.js';
import { useSettled } from './use-settled.js';
import { Waiting } from './waiting.js';

type Choice = {
  readonly decision: 'approve' | 'deny';
  readonly scope?: string;
  readonly for?: string;
};

const decide = async (id: string, choice: Choice): Promise<void> => {
  await request('POST', `/api/approvals/${encodeURIComponent(id)}`, choice);
  await loadApprovals();
};

const approvals: readonly { readonly name: string; readonly choice: Choice; readonly key?: string }[] = [
  { name: 'Approve once', choice: { decision: 'approve', scope: 'once' }, key: 'a' },
  { name: 'For this session', choice: { decision: 'approve', scope: 'session' } },
  { name: 'For 1 hour', choice: { decision: 'approve', for: '1h' } },
  { name: 'Always', choice: { decision: 'approve', scope: 'always' } },
];

export function PendingCard({
  approval,
  now,
  isChosen,
  hasRing,
}: {
  approval: Approval;
  now: number;
  /** True if the keyboard shortcuts apply to this call. */
  isChosen: boolean;
  hasRing: boolean;
}) {
  const { id, server, tool, client, rule, reason, effects, description = [], created_at: created } = approval;
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string>();
  // When the chosen call ends, the keyboard shortcuts apply to another call.
  const { ref, isSettled, hasSettled, isInView } = useSettled<HTMLElement>(isChosen);
  const act = (choice: Choice) => async () => {
    // A call can always be denied, because that is safe even if the user meant another call.
    if (isBusy || (choice.decision === 'approve' && !hasSettled())) return;
    setBusy(true);
    try {
      await decide(id, choice);
    } catch (error) {
      setProblem((error as Error).message);
      setBusy(false);
    }
  };
  const approve = act({ decision: 'approve', scope: 'once' });
  const shortcuts = {
    a: () => isInView() && void approve(),
    d: act({ decision: 'deny' }),
  };
  useShortcuts(isChosen ? shortcuts : {});
  return (
    <article
      ref={ref}
      data-id={id}
      class={`card scroll-mt-18 scroll-mb-24 overflow-hidden border-l-4 border-l-prompt ${hasRing ? 'ring-2 ring-accent' : ''}`}
    >
      <div class="grid gap-3 p-4">
        <header class="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <h3 class="untrusted text-lg font-semibold">{tool ?? 'A request'}</h3>
          <span class="untrusted text-muted">
            on server <b class="text-ink">{server}</b>
            {client != null && (
              <>
                , requested by <b class="text-ink">{client}</b>
              </>
            )}
          </span>
          <Time iso={created} class="ml-auto text-xs text-muted" />
        </header>
        <p class="untrusted">
          <Badge tone="prompt">{rule}</Badge> <Coded text={reason} />
        </p>
        {effects !== undefined && effects.length > 0 && (
          <p class="flex flex-wrap items-center gap-1.5 text-xs text-muted">
            Effects:
            {effects.map((effect) => (
              <Badge key={effect}>{effect}</Badge>
            ))}
          </p>
        )}
        <section>
          <h4 class="mb-1 text-xs font-semibold text-muted">Arguments, exactly as they will be sent</h4>
          <Arguments approval={approval} />
        </section>
        <details>
          <summary class="text-xs text-muted">As shown in the terminal</summary>
          <pre class="untrusted mt-2 rounded-lg bg-raised p-3 font-mono text-xs whitespace-pre-wrap">
            {description.join('\n')}
          </pre>
        </details>
        <Waiting approval={approval} now={now} />
        <Problem message={problem} />
        <div class="grid grid-cols-2 gap-2 sm:flex sm:flex-wrap sm:items-center">
          {approvals.map(({ name, choice, key }, index) => (
            <Button
              key={name}
              kind={index === 0 ? 'primary' : 'plain'}
              disabled={isBusy || !isSettled}
              title={key === undefined ? name : `Press ${key}`}
              onClick={act(choice)}
            >
              {name}
            </Button>
          ))}
          <span class="col-span-2 grid sm:ml-auto">
            <Button kind="deny" disabled={isBusy} title="Press d" onClick={act({ decision: 'deny' })}>
              Deny
            </Button>
          </span>
        </div>
        <Suggestions id={id} />
      </div>
    </article>
  );
}
