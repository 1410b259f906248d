// Logs decisions in the audit sink. A message that cannot be logged is denied, unless the policy allows unlogged
// messages.

import type { Engine } from '@claw/detectors';
import { type Awaitable, isPromise, type Message } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import type { Pipeline } from '../pipeline.js';
import type { AuditEntry, AuditSink, Clock, TrailStep } from '../ports.js';
import type { Ask, Call, Decision, Deny, Peers, Reply, ServerNotification } from '../types.js';
import { messageNames, NO_RULE_MATCHED, toDecisionFields } from './decision-fields.js';
import { maskArguments } from './mask-arguments.js';

/** The result of logging: a sequence number, or a reason to deny the message. */
export type RecordResult = { readonly seq: number | undefined } | { readonly failed: Deny };

/** A decision for the log. */
export interface AuditedDecision {
  readonly subject: Call | Reply | ServerNotification;
  readonly decision: Decision;
  /** The final reason for blocking the message. */
  readonly stopped: Deny | Ask | undefined;
  /** True if the approval of the call is still pending. */
  readonly isPending?: boolean;
  readonly startedTicks: number;
}

export interface RecorderOptions {
  readonly sink: AuditSink | undefined;
  readonly onDecision: ((entry: AuditEntry) => void) | undefined;
  readonly clock: Clock;
  readonly peers: Peers;
  readonly observed: boolean;
}

/** The result for a message that the audit level excludes. */
export const NOT_RECORDED: RecordResult = { seq: undefined };

export class AuditRecorder {
  readonly #options: RecorderOptions;
  /** The number of entries that were lost before the first pending one. */
  #lostBefore: number | undefined;
  /** The messages whose entries are pending. */
  readonly #unacknowledged: Message[] = [];
  /**
   * The messages whose entries are lost, which is rare. Some of them may be forwarded long after the failed commit.
   */
  #lost: WeakSet<Message> | undefined;

  constructor(options: RecorderOptions) {
    this.#options = options;
  }

  /** Returns true if the audit level includes this decision although it did not block the message. */
  isWanted(subject: AuditedDecision['subject'], decision: Decision, settings: Settings): boolean {
    const { sink, onDecision } = this.#options;
    if (decision.isNotable) return sink !== undefined || onDecision !== undefined;
    return sink !== undefined && isWorthRecording(subject, settings);
  }

  /** Logs a decision. Never throws. */
  record(outcome: AuditedDecision, pipeline: Pipeline): Awaitable<RecordResult> {
    const { sink, onDecision } = this.#options;
    const { settings } = pipeline.policy.policy;
    const notable = isNotable(outcome);
    const isRecorded = sink !== undefined && (notable || isWorthRecording(outcome.subject, settings));
    const isTold = onDecision !== undefined && notable;
    if (!isRecorded && !isTold) return NOT_RECORDED;
    try {
      const entry = this.#toEntry(outcome, pipeline);
      if (isTold) onDecision(entry);
      return isRecorded ? this.#write(sink, entry, receivedMessage(outcome.subject), settings) : NOT_RECORDED;
    } catch (error) {
      return failure(error, settings);
    }
  }

  #write(sink: AuditSink, entry: AuditEntry, message: Message, settings: Settings): Awaitable<RecordResult> {
    if (sink.group !== undefined) {
      this.#lostBefore ??= sink.group.lost;
      this.#unacknowledged.push(message);
    }
    const seq = sink.record(entry);
    if (!isPromise(seq)) return { seq };
    return Promise.resolve(seq).then(
      (number): RecordResult => ({ seq: number }),
      (error): RecordResult => failure(error, settings),
    );
  }

  /** Commits the pending entries; returns a denial if this or an earlier commit failed. */
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
    const recorded = failure(group.lossReason, settings);
    return 'failed' in recorded ? recorded.failed : undefined;
  }

  hasLost(message: Message): boolean {
    return this.#lost?.has(message) ?? false;
  }

  #toEntry(
    { subject, decision, stopped, isPending = false, startedTicks }: AuditedDecision,
    { masks, maskEngine, policy }: Pipeline,
  ): AuditEntry {
    const { clock, peers, observed } = this.#options;
    const isCall = 'event' in subject;
    const request = 'request' in subject ? subject.request : undefined;
    const ticks = clock.ticks();
    const { direction, method, tool } = messageNames(subject);
    const { decision: word, rule, reason, findings, trail } = toDecisionFields(decision, stopped, isPending);
    const { id } = subject.message;
    return {
      kind: isCall ? 'decision' : 'reply',
      time: clock.now(),
      direction,
      method: masks.method.mask(method),
      tool: tool && masks.tool.mask(tool),
      id: id && masks.id.mask(id.token),
      client: peers.client && masks.client.mask(peers.client),
      // This text is trusted: it comes from the authentication of the caller.
      identity: peers.identity,
      address: isCall ? subject.address : undefined,
      decision: word,
      rule,
      // The constant text is not masked, because a search would build the engine unnecessarily.
      reason: reason === NO_RULE_MATCHED ? reason : masks.reason.mask(reason),
      findings:
        findings.length === 0
          ? findings
          : findings.map((finding) => ({ ...finding, where: masks.where.mask(finding.where) })),
      trail: trail.length === 0 ? trail : trail.map((step) => masked(step, masks.reason.mask(step.reason))),
      decideUs: ticks - startedTicks,
      arguments: isCall ? this.#maskedArguments(subject, maskEngine(), policy.policy.settings) : undefined,
      callSeq: request?.seq,
      latencyUs: request === undefined ? undefined : ticks - request.ticks,
      // The kill switch also applies in observe mode.
      observed: observed && stopped?.rule !== 'kill_switch',
    };
  }

  // Masks the arguments of a call. Usually the stages have already searched the call, and their findings are reused.
  // Long calls are masked without that search, because it would delay other messages.
  #maskedArguments(call: Call, engine: Engine, { injection }: Settings): AuditEntry['arguments'] {
    if (call.message.bytes.length > SEARCHED_AT_ONCE) return maskArguments(call, engine);
    const as = call.direction === 'server-to-client' ? 'result' : 'argument';
    const { sensitivity } = injection;
    const searched = call.texts.search(engine, { as, sensitivity }, this.#options.clock);
    return maskArguments(call, engine, isPromise(searched) ? undefined : searched);
  }
}

/** The maximum size in bytes of a call that is searched in one slice. */
const SEARCHED_AT_ONCE = 64 * 1024;

/** Replaces the reason of a step, if masking has changed it. Most reasons contain nothing to mask. */
const masked = (step: TrailStep, reason: string): TrailStep =>
  reason === step.reason ? step : { ...step, reason };

function isWorthRecording(subject: AuditedDecision['subject'], { audit }: Settings): boolean {
  if (audit.level === 'all') return true;
  if ('event' in subject) return subject.info.class !== 'pass';
  return 'request' in subject && subject.request?.info.class === 'review';
}

/**
 * Returns the message as received, by which the relay identifies it. A rewritten call must not be forwarded if its
 * entry is lost.
 */
const receivedMessage = (subject: AuditedDecision['subject']): Message =>
  'received' in subject ? subject.received : subject.message;

const isNotable = ({ decision, stopped }: AuditedDecision): boolean =>
  stopped !== undefined || decision.isNotable;

function failure(error: unknown, { audit }: Settings): RecordResult {
  if (audit.on_failure === 'continue') return NOT_RECORDED;
  const why = error instanceof Error ? error.message : String(error);
  return {
    failed: { kind: 'deny', rule: 'audit', reason: `the audit log entry could not be written: ${why}` },
  };
}
