// The rules in order, the number of decisions of each, and unreachable rules.

import type { Policy, PolicyRule } from '../../api/types.js';
import { Card, Command, Empty } from '../../components/card.js';
import { Badge, Decision } from '../../components/controls.js';
import { hrefTo } from '../../shell/location.js';
import { formatCount } from '../../text/format.js';
import { Time } from '../../text/time.js';
import { Diagnostics } from './diagnostics.js';

export const Rules = ({
  policy: { rules, default: otherwise, diagnostics, usable, days },
}: {
  policy: Policy;
}) => (
  <div class="grid gap-3">
    {!usable && <Diagnostics items={diagnostics} />}
    <Card title="Rules" hint={`the first rule that matches decides; hits of the last ${days} days`}>
      {rules.length === 0 ? (
        <Empty icon="policy" title="No rules">
          Run <Command>clawdefender init</Command> to create a policy, or open the tab Edit.
        </Empty>
      ) : (
        <ol class="divide-y divide-line">
          {rules.map((rule, index) => (
            <Rule key={rule.name} rule={rule} number={index + 1} />
          ))}
          {otherwise !== null && (
            <li class="grid grid-cols-[2rem_6rem_1fr] items-center gap-3 py-2.5 text-muted">
              <span />
              <span>
                <Decision value={otherwise} />
              </span>
              <span>everything else</span>
            </li>
          )}
        </ol>
      )}
    </Card>
  </div>
);

const Rule = ({
  rule: { name, action, enabled, message, match, hits, last, problems },
  number,
}: {
  rule: PolicyRule;
  number: number;
}) => (
  <li
    class={`grid grid-cols-[2rem_1fr_auto] items-start gap-x-3 gap-y-1 py-2.5 md:grid-cols-[2rem_6rem_minmax(0,1fr)_auto] ${enabled ? '' : 'opacity-60'}`}
  >
    <span class="pt-0.5 text-right text-xs text-muted tabular-nums">{number}</span>
    <span class="order-last col-start-2 md:order-none md:col-start-auto">
      <Decision value={action} />
    </span>
    <div class="min-w-0">
      <p class="flex flex-wrap items-center gap-2">
        <a href={hrefTo('events', { rule: name })} class="untrusted font-mono font-semibold hover:underline">
          {name}
        </a>
        {!enabled && <Badge>off</Badge>}
        {problems.map((problem) => (
          <Badge key={problem} tone="prompt">
            {problem}
          </Badge>
        ))}
      </p>
      {message !== undefined && <p class="untrusted text-muted">{message}</p>}
      <p class="untrusted mt-0.5 font-mono text-xs text-muted">{match.join(' · ')}</p>
    </div>
    <p class="text-right text-xs tabular-nums">
      {hits === 0 ? <span class="text-muted">never hit</span> : <b>{formatCount(hits)} hits</b>}
      {last !== null && (
        <>
          <br />
          <Time iso={last} class="text-muted" />
        </>
      )}
    </p>
  </li>
);
