// Writes decisions down through the sink, and says whether that worked: what cannot be recorded does not pass, unless
// the policy says otherwise.

import { type Awaitable, isPromise, type Message } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import type { Pipeline } from './pipeline.js';
import type { AuditEntry, AuditSink, Clock, TrailStep } from './ports.js';
import { describeDecision, maskArguments, NOBODY_OBJECTED, nameOf } from './record.js';
import type { Ask, Call, Decision, Deny, Notice, Parties, Reply } from './types.js';

/** What came of recording: a sequence number, or a reason to keep the message back. */
export type Recorded = { readonly seq: number | undefined } | { readonly failed: Deny };

/** One decision to be written down. */
export interface Outcome {
  readonly subject: Call | Reply | Notice;
  readonly decision: Decision;
  /** What finally kept it back. */
  readonly stopped: Deny | Ask | undefined;
  /** It waits for a person. */
  readonly waits?: boolean;
  readonly startedTicks: number;
}

/** In which records of messages that are alike differ, beside their id and their time. */
export type Own = Pick<AuditEntry, 'decideUs' | 'address' | 'arguments' | 'callSeq' | 'latencyUs'>;

export interface RecorderOptions {
  readonly sink: AuditSink | undefined;
  readonly onDecision: ((entry: AuditEntry) => void) | undefined;
  readonly clock: Clock;
  readonly parties: Parties;
  readonly observed: boolean;
}

/** Nobody wanted to know. */
export const UNRECORDED: Recorded = { seq: undefined };

export class Recorder {
  readonly #options: RecorderOptions;
  /** How many records had been lost when the first was made that is not acknowledged yet. */
  #lostBefore: number | undefined;
  /** The messages whose records are not acknowledged yet. */
  readonly #unacknowledged: Message[] = [];
  /** Those whose records are lost; none, as a rule. Each leaves in its own time, and some long after the commit that lost it. */
  #lost: WeakSet<Message> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Whether anybody would want to know of this decision, which kept nothing back. */
  wants(subject: Outcome['subject'], decision: Decision, settings: Settings): boolean {
    const { sink, onDecision } = this.#options;
    if (decision.isNotable) return sink !== undefined || onDecision !== undefined;
    return sink !== undefined && isWorthRecording(subject, settings);
  }

  /** Writes a decision down. Never throws. */
  record(outcome: Outcome, pipeline: Pipeline): Awaitable<Recorded> {
    const { sink, onDecision } = this.#options;
    const { settings } = pipeline.policy.policy;
    const notable = isNotable(outcome);
    const isRecorded = sink !== undefined && (notable || isWorthRecording(outcome.subject, settings));
    const isTold = onDecision !== undefined && notable;
    if (!isRecorded && !isTold) return UNRECORDED;
    try {
      const entry = this.#toEntry(outcome, pipeline);
      if (isTold) onDecision(entry);
      return isRecorded ? this.#keep(sink, entry, outcome.subject.message, settings) : UNRECORDED;
    } catch (error) {
      return failure(error, settings);
    }
  }

  /** What is written down about every message that is like one which passed; undefined when nobody wants to know. */
  describe(outcome: Outcome, pipeline: Pipeline): AuditEntry | undefined {
    const { settings } = pipeline.policy.policy;
    if (!this.wants(outcome.subject, outcome.decision, settings)) return undefined;
    // Its arguments are its own, and keep alive what they came in.
    return { ...this.#toEntry(outcome, pipeline), arguments: undefined };
  }

  /** Writes down a message that is like one that was described, but for what is its own. Never throws. */
  recordAlike(
    common: AuditEntry,
    own: Own,
    message: Message,
    { policy, masks }: Pipeline,
  ): Awaitable<Recorded> {
    const { settings } = policy.policy;
    const { sink, clock } = this.#options;
    if (sink === undefined) return UNRECORDED;
    try {
      const { id } = message;
      // Written out because two spread objects cost more than the rest of this.
      const entry: AuditEntry = {
        kind: common.kind,
        time: clock.now(),
        direction: common.direction,
        method: common.method,
        tool: common.tool,
        id: id && masks.id.mask(id.token),
        client: common.client,
        identity: common.identity,
        address: own.address,
        decision: common.decision,
        rule: common.rule,
        reason: common.reason,
        findings: common.findings,
        trail: common.trail,
        decideUs: own.decideUs,
        arguments: own.arguments,
        callSeq: own.callSeq,
        latencyUs: own.latencyUs,
        observed: common.observed,
        like: common,
      };
      return this.#keep(sink, entry, message, settings);
    } catch (error) {
      return failure(error, settings);
    }
  }

  #keep(sink: AuditSink, entry: AuditEntry, message: Message, settings: Settings): Awaitable<Recorded> {
    if (sink.group !== undefined) {
      this.#lostBefore ??= sink.group.lost;
      this.#unacknowledged.push(message);
    }
    const seq = sink.record(entry);
    if (!isPromise(seq)) return { seq };
    return Promise.resolve(seq).then(
      (number): Recorded => ({ seq: number }),
      (error): Recorded => failure(error, settings),
    );
  }

  /** Has the records kept that were made since the last time; why not, when that was not possible, now or before. */
  commit(settings: Settings): Deny | undefined {
    const { group } = this.#options.sink ?? {};
    if (group === undefined) return undefined;
    if (this.#lostBefore !== undefined) {
      group.commit();
      if (group.lost > this.#lostBefore) {
        this.#lost ??= new WeakSet();
        for (const message of this.#unacknowledged) this.#lost.add(message);
      }
      this.#lostBefore = undefined;
      this.#unacknowledged.length = 0;
    }
    if (this.#lost === undefined) return undefined;
    const recorded = failure(group.lostBecause, settings);
    return 'failed' in recorded ? recorded.failed : undefined;
  }

  /** Whether the record of a message was made and is lost. */
  hasLost(message: Message): boolean {
    return this.#lost?.has(message) ?? false;
  }

  #toEntry(
    { subject, decision, stopped, waits = false, startedTicks }: Outcome,
    { masks, maskEngine }: Pipeline,
  ): AuditEntry {
    const { clock, parties, observed } = this.#options;
    const isCall = 'event' in subject;
    const asked = 'asked' in subject ? subject.asked : undefined;
    const ticks = clock.ticks();
    const { direction, method, tool } = nameOf(subject);
    const { decision: word, rule, reason, findings, trail } = describeDecision(decision, stopped, waits);
    const { id } = subject.message;
    return {
      kind: isCall ? 'decision' : 'reply',
      time: clock.now(),
      direction,
      method: masks.method.mask(method),
      tool: tool && masks.tool.mask(tool),
      id: id && masks.id.mask(id.token),
      client: parties.client && masks.client.mask(parties.client),
      // Not a text of a stranger: whoever signed the caller in has given it.
      identity: parties.identity,
      address: isCall ? subject.address : undefined,
      decision: word,
      rule,
      // Nobody else's words: a search in them would build, for nothing, what searches need.
      reason: reason === NOBODY_OBJECTED ? reason : masks.reason.mask(reason),
      findings:
        findings.length === 0
          ? findings
          : findings.map((finding) => ({ ...finding, where: masks.where.mask(finding.where) })),
      trail: trail.length === 0 ? trail : trail.map((step) => masked(step, masks.reason.mask(step.reason))),
      decideUs: ticks - startedTicks,
      arguments: isCall ? maskArguments(subject, maskEngine()) : undefined,
      callSeq: asked?.seq,
      latencyUs: asked === undefined ? undefined : ticks - asked.ticks,
      observed,
    };
  }
}

/** Most reasons hold nothing to be masked. */
const masked = (step: TrailStep, reason: string): TrailStep =>
  reason === step.reason ? step : { ...step, reason };

function isWorthRecording(subject: Outcome['subject'], { audit }: Settings): boolean {
  if (audit.level === 'all') return true;
  if ('event' in subject) return subject.info.class !== 'pass';
  return 'asked' in subject && subject.asked?.info.class === 'review';
}

const isNotable = ({ decision, stopped }: Outcome): boolean => stopped !== undefined || decision.isNotable;

function failure(error: unknown, { audit }: Settings): Recorded {
  if (audit.on_failure === 'continue') return UNRECORDED;
  const why = error instanceof Error ? error.message : String(error);
  return { failed: { kind: 'deny', rule: 'audit', reason: `the decision could not be recorded: ${why}` } };
}
