// Shows the rules in order, the number of decisions by each rule, and unreachable rules.

import type { Policy, PolicyRule } from '../../api/types.js';
import { Card, Command, Empty } from '../../components/card.js';
import { Action, Badge } from '../../components/controls.js';
import { hrefTo } from '../../shell/location.js';
import { Coded } from '../../text/coded.js';
import { pluralize } from '../../text/format.js';
import { Time } from '../../text/time.js';
import { Diagnostics } from './diagnostics.js';

export const Rules = ({
  policy: { rules, default: otherwise, unmatched, diagnostics, usable, days },
}: {
  policy: Policy;
}) => (
  <div class="grid gap-3">
    {!usable && <Diagnostics items={diagnostics} />}
    <Card title="Rules" hint={`the first rule that matches decides; hits in the last ${days} days`}>
      {rules.length === 0 ? (
        <Empty icon="policy" title="No rules">
          Run <Command>clawdefender init</Command> to create a policy, or open the Edit tab.
        </Empty>
      ) : (
        <ol class="divide-y divide-line">
          {rules.map((rule, index) => (
            <Rule key={rule.name} rule={rule} number={index + 1} />
          ))}
          {otherwise !== null && (
            <li class="grid grid-cols-[2rem_6rem_1fr_auto] items-start gap-3 py-2.5 text-muted">
              <span />
              <span>
                <Action value={otherwise} />
              </span>
              <a href={hrefTo('events', { rule: 'default' })} class="hover:underline">
                every other call
              </a>
              <Hits of={unmatched} />
            </li>
          )}
        </ol>
      )}
    </Card>
  </div>
);

const longMatch = 160;

/** Shows a list of patterns. A long list is truncated; a click shows all of it. */
const Match = ({ text }: { text: string }) =>
  text.length <= longMatch ? (
    <p class="untrusted mt-0.5 font-mono text-xs text-muted">{text}</p>
  ) : (
    <details class="group mt-0.5">
      <summary class="untrusted line-clamp-2 font-mono text-xs text-muted group-open:line-clamp-none">
        {text}
      </summary>
    </details>
  );

const Hits = ({ of: { hits, last } }: { of: Pick<PolicyRule, 'hits' | 'last'> }) => (
  <p class="text-right text-xs tabular-nums">
    {hits === 0 ? <span class="text-muted">never hit</span> : <b>{pluralize(hits, 'hit')}</b>}
    {last !== null && (
      <>
        <br />
        <Time iso={last} class="text-muted" />
      </>
    )}
  </p>
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
    <span class="col-start-2 row-start-1 md:col-start-auto md:row-start-auto">
      <Action value={action} />
    </span>
    <div class="col-span-2 col-start-2 min-w-0 md:col-span-1 md:col-start-auto">
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
      {message !== undefined && (
        <p class="untrusted text-muted">
          <Coded text={message} />
        </p>
      )}
      <Match text={match.join(' · ').replaceAll('","', '", "')} />
    </div>
    <div class="col-start-3 row-start-1 md:col-start-auto md:row-start-auto">
      <Hits of={{ hits, last }} />
    </div>
  </li>
);
