// Shows all logged data of one event.

import type { AuditRecord, EventDetail } from '../../api/types.js';
import { useFetch } from '../../api/use-fetch.js';
import { Loading, Problem } from '../../components/card.js';
import { Badge, Decision } from '../../components/controls.js';
import { ErrorBoundary } from '../../components/error-boundary.js';
import { Icon } from '../../components/icons.js';
import { Json } from '../../components/json.js';
import { changeParameters } from '../../shell/location.js';
import { Coded } from '../../text/coded.js';
import { formatLatency } from '../../text/format.js';
import { lookUp } from '../../text/look-up.js';
import { Time } from '../../text/time.js';
import { describe } from './event-row.js';
import { idOf } from './group.js';

/**
 * Returns the API path of an event. The id comes from the address of the page, which an attacker may have written; an
 * id such as `..` would select another route.
 */
function pathOf(id: string): string | undefined {
  const [, session, seq] = /^([\w.-]*\w)\.(\d+)$/.exec(id) ?? [];
  return session === undefined ? undefined : `/api/events/${session}/${seq}`;
}

export function Detail({ id, onClose }: { id: string; onClose: () => void }) {
  const path = pathOf(id);
  const fetched = useFetch<EventDetail>(path);
  const { data, error } = path === undefined ? { data: undefined, error: 'No such event.' } : fetched;
  return (
    <aside
      aria-label="Event"
      class="card fixed inset-x-0 top-14 bottom-0 z-30 overflow-auto rounded-none p-4 lg:sticky lg:inset-auto lg:top-18 lg:z-0 lg:max-h-[calc(100vh-6rem)] lg:w-[27rem] lg:shrink-0 lg:rounded-xl xl:w-[34rem]"
    >
      <button
        type="button"
        aria-label="Close"
        title="Press Escape"
        onClick={onClose}
        class="absolute top-3 right-3 rounded-lg p-1.5 text-muted hover:bg-raised"
      >
        <Icon name="close" />
      </button>
      <Problem message={error} />
      {data !== undefined ? (
        <ErrorBoundary about={id}>
          <Facts detail={data} />
        </ErrorBoundary>
      ) : (
        error === undefined && <Loading height="h-80" />
      )}
    </aside>
  );
}

function Facts({ detail: { event, call, reply, related } }: { detail: EventDetail }) {
  const request = call ?? event;
  return (
    <div class="grid grid-cols-[minmax(0,1fr)] gap-5">
      <header>
        <div class="flex flex-wrap items-center gap-2 pr-9">
          <Decision value={event.decision ?? event.state} />
          <h2 class="untrusted font-mono text-base font-semibold">{describe({ ...event, findings: [] })}</h2>
          {event.kind === 'reply' && <Badge>response</Badge>}
        </div>
        <p class="untrusted mt-2">
          <Coded text={event.reason} />
        </p>
      </header>
      <Rows record={event} />
      {request.arguments !== undefined && (
        <Part title="Arguments" hint="secrets are masked">
          <Json value={request.arguments} />
        </Part>
      )}
      <Findings title="Findings" record={event} />
      <Trail record={event} />
      {reply !== null && (
        <Part title="Response" hint={`after ${formatLatency((reply.latency_us ?? 0) / 1000)}`}>
          <p class="flex flex-wrap items-center gap-2">
            <Decision value={reply.decision} />
            <span class="untrusted">
              <Coded text={reply.reason} />
            </span>
          </p>
          <Findings title="Findings in the response" record={reply} />
          <Trail record={reply} />
        </Part>
      )}
      {related.length > 0 && (
        <Part title="Related calls" hint="in the same session">
          <ul class="divide-y divide-line rounded-lg border border-line">
            {related.map((other) => (
              <li key={idOf(other)}>
                <button
                  type="button"
                  class="flex w-full items-center gap-2 p-2 text-left hover:bg-raised"
                  onClick={() => changeParameters({ event: idOf(other) })}
                >
                  <Time iso={other.time} class="text-xs text-muted" />
                  <span class="untrusted min-w-0 flex-1 truncate">
                    {describe(other)} <span class="font-mono text-xs text-muted">{other.target}</span>
                  </span>
                  <Decision value={other.decision} />
                </button>
              </li>
            ))}
          </ul>
        </Part>
      )}
    </div>
  );
}

function Rows({ record }: { record: AuditRecord }) {
  const {
    server,
    client,
    identity,
    address,
    direction,
    method,
    rule,
    by,
    session,
    seq,
    decide_us: took,
    observed,
  } = record;
  const rows: readonly (readonly [string, string | undefined])[] = [
    ['Rule', rule],
    ['Server', server],
    ['Client', client],
    ['Identity', identity],
    ['Address', address],
    ['Direction', direction?.replaceAll('-', ' ')],
    ['Method', method],
    ['Decided in', took === undefined ? undefined : formatLatency(took / 1000)],
    ['Decided by', by],
    ['Enforced', observed === true ? 'no, the proxy is in observe mode' : undefined],
    ['Record', `${session} #${seq}`],
  ];
  return (
    <dl class="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5">
      <dt class="text-muted">Time</dt>
      <dd>
        <Time iso={record.time} /> <span class="text-xs text-muted">{record.time}</span>
      </dd>
      {rows.map(
        ([name, value]) =>
          value !== undefined && (
            <>
              <dt class="text-muted">{name}</dt>
              <dd class="untrusted min-w-0 font-mono text-xs leading-5">{value}</dd>
            </>
          ),
      )}
    </dl>
  );
}

const Part = ({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children: preact.ComponentChildren;
}) => (
  <section class="grid grid-cols-[minmax(0,1fr)] gap-2">
    <h3 class="font-semibold">
      {title} {hint !== undefined && <span class="text-xs font-normal text-muted">{hint}</span>}
    </h3>
    {children}
  </section>
);

const severityTone = (severity: string): string =>
  severity === 'high' || severity === 'critical' ? 'deny' : 'finding';

const Findings = ({ title, record: { findings = [] } }: { title: string; record: AuditRecord }) =>
  findings.length === 0 ? null : (
    <Part title={title}>
      <ul class="grid gap-1.5">
        {findings.map(({ kind, detector, severity, where }, index) => (
          <li key={index} class="flex flex-wrap items-center gap-2">
            <Badge tone={severityTone(severity)}>{severity}</Badge>
            <b class="untrusted">{kind}</b>
            <code class="untrusted font-mono text-xs">{detector}</code>
            <span class="untrusted text-xs text-muted">in {where}</span>
          </li>
        ))}
      </ul>
    </Part>
  );

const verdictTone: Readonly<Record<string, string>> = {
  deny: 'deny',
  ask: 'prompt',
  rewrite: 'finding',
  answer: 'log',
};

const Trail = ({ record: { trail = [] } }: { record: AuditRecord }) =>
  trail.length === 0 ? null : (
    <Part title="Stages" hint="in the order in which they ran">
      <ol class="grid gap-2 border-l-2 border-line pl-4">
        {trail.map(({ stage, verdict, rule, reason }, index) => (
          <li key={index}>
            <p class="flex flex-wrap items-center gap-2">
              <b class="untrusted">{stage}</b>
              <Badge tone={lookUp(verdictTone, verdict)}>{verdict}</Badge>
              {rule !== stage && <code class="untrusted font-mono text-xs">{rule}</code>}
            </p>
            <p class="untrusted text-xs text-muted">
              <Coded text={reason} />
            </p>
          </li>
        ))}
      </ol>
    </Part>
  );
