// Aggregates the records of a time span in one pass over the index: decisions and findings over time, decisions for
// each rule and tool, and the duration of decisions.

import type { Row } from '../index-file/rows.js';
import { selectRows } from '../index-file/rows.js';
import type { AuditFilter } from './filter.js';
import { indexesFor } from './query.js';
import type { Tally } from './stats.js';

export interface BreakdownBucket {
  readonly time: string;
  readonly decisions: Tally;
  readonly findings: Tally;
}

/** The number of decisions and of denials for one rule or tool. */
export interface BreakdownHits {
  readonly name: string;
  readonly count: number;
  readonly denied: number;
  /** In ISO 8601, UTC. */
  readonly last: string;
}

export interface AuditBreakdown {
  readonly buckets: readonly BreakdownBucket[];
  readonly decisions: Tally;
  /**
   * The number of records for each name of a finding, and for each rule that detects something without a finding. A
   * record counts once for each name.
   */
  readonly findings: Tally;
  /** The number of records with findings. */
  readonly detections: number;
  readonly findingsByServer: Readonly<Record<string, Tally>>;
  /** Sorted by frequency, most frequent first. */
  readonly rules: readonly BreakdownHits[];
  readonly tools: readonly BreakdownHits[];
  /** In milliseconds; null if there are no decisions. */
  readonly p50: number | null;
  readonly p95: number | null;
}

/**
 * Rules that detect something that has no position in a text: a chain of calls, a changed tool, a malformed message.
 */
const detectingRules: ReadonlySet<string> = new Set([
  'chains',
  'tools.pin',
  'tools.poisoning',
  'tools.shadowing',
  'wire',
]);

const detected = (findings: string, rule: string): readonly string[] => [
  ...(findings === '' ? [] : findings.split(' ')),
  ...(detectingRules.has(rule) ? [rule] : []),
];

type Span = AuditFilter & { readonly since: number; readonly until: number };

export async function auditBreakdown(folder: string, span: Span, buckets: number): Promise<AuditBreakdown> {
  const counter = new Counter(span, buckets);
  for (const index of await indexesFor(folder, span, () => {})) {
    const { strings } = index.header;
    for await (const rows of selectRows(index, span)) for (const row of rows) counter.add(row, strings);
  }
  return counter.result();
}

const addOne = (tally: Map<string, number>, name: string) => tally.set(name, (tally.get(name) ?? 0) + 1);

interface Hit {
  count: number;
  denied: number;
  last: number;
}

class Counter {
  readonly #since: number;
  readonly #width: number;
  readonly #buckets: { decisions: Map<string, number>; findings: Map<string, number> }[];
  readonly #decisions = new Map<string, number>();
  readonly #findings = new Map<string, number>();
  readonly #servers = new Map<string, Map<string, number>>();
  readonly #rules = new Map<string, Hit>();
  readonly #tools = new Map<string, Hit>();
  readonly #latencies = new LatencyCounts();
  #detections = 0;

  constructor({ since, until }: Span, buckets: number) {
    this.#since = since;
    this.#width = (until - since) / buckets;
    this.#buckets = Array.from({ length: buckets }, () => ({ decisions: new Map(), findings: new Map() }));
  }

  add(row: Row, strings: readonly string[]): void {
    const bucket =
      this.#buckets[Math.min(this.#buckets.length - 1, Math.floor((row.time - this.#since) / this.#width))];
    const rule = strings[row.rule] ?? '';
    const names = detected(strings[row.findings] ?? '', rule);
    if (names.length > 0) this.#addFindings(names, strings[row.server] ?? '', bucket?.findings);
    const kind = strings[row.kind];
    const decision = strings[row.decision] ?? '';
    // A reply repeats the rule of its call, so it counts for its rule only if it has findings.
    if (rule !== '' && (kind === 'decision' || (kind === 'reply' && rule !== 'default')))
      addHit(this.#rules, rule, decision, row.time);
    if (kind !== 'decision' || decision === '') return;
    addOne(this.#decisions, decision);
    if (bucket !== undefined) addOne(bucket.decisions, decision);
    if (row.decideUs > 0) this.#latencies.add(row.decideUs);
    const tool = strings[row.tool] ?? '';
    if (tool !== '') addHit(this.#tools, tool, decision, row.time);
  }

  #addFindings(names: readonly string[], server: string, bucket: Map<string, number> | undefined): void {
    this.#detections++;
    const ofServer = this.#servers.get(server) ?? new Map<string, number>();
    this.#servers.set(server, ofServer);
    for (const name of names) {
      addOne(this.#findings, name);
      addOne(ofServer, name);
      if (bucket !== undefined) addOne(bucket, name);
    }
  }

  result(): AuditBreakdown {
    return {
      buckets: this.#buckets.map(({ decisions, findings }, place) => ({
        time: new Date(this.#since + place * this.#width).toISOString(),
        decisions: toTally(decisions),
        findings: toTally(findings),
      })),
      decisions: toTally(this.#decisions),
      findings: toTally(this.#findings),
      detections: this.#detections,
      findingsByServer: toRecord(
        [...this.#servers].map(([server, tally]) => [server, toTally(tally)] as const),
      ),
      rules: toHits(this.#rules),
      tools: toHits(this.#tools),
      p50: this.#latencies.percentile(0.5),
      p95: this.#latencies.percentile(0.95),
    };
  }
}

function addHit(hits: Map<string, Hit>, name: string, decision: string, time: number): void {
  const known = hits.get(name);
  const hit = known ?? { count: 0, denied: 0, last: 0 };
  if (known === undefined) hits.set(name, hit);
  hit.count++;
  if (decision === 'deny') hit.denied++;
  if (time > hit.last) hit.last = time;
}

const toHits = (hits: ReadonlyMap<string, Hit>): readonly BreakdownHits[] =>
  [...hits]
    .sort(([, left], [, right]) => right.count - left.count)
    .map(([name, { count, denied, last }]) => ({ name, count, denied, last: new Date(last).toISOString() }));

// Names are untrusted: `__proto__` must be stored like any other name.
const toRecord = <Value>(entries: Iterable<readonly [string, Value]>): Readonly<Record<string, Value>> =>
  Object.assign(Object.create(null), Object.fromEntries(entries));

const toTally = (tally: ReadonlyMap<string, number>): Tally => toRecord(tally);

/**
 * Counts durations by magnitude in steps of 5 %, which gives the percentiles of a million decisions without storing
 * the decisions.
 */
class LatencyCounts {
  static readonly #step = Math.log(1.05);
  readonly #counts: number[] = [];
  #total = 0;

  add(microseconds: number): void {
    const place = Math.round(Math.log(microseconds) / LatencyCounts.#step);
    this.#counts[place] = (this.#counts[place] ?? 0) + 1;
    this.#total++;
  }

  /** Returns a percentile in milliseconds. */
  percentile(part: number): number | null {
    if (this.#total === 0) return null;
    let left = this.#total * part;
    for (let place = 0; place < this.#counts.length; place++) {
      left -= this.#counts[place] ?? 0;
      if (left <= 0) return Math.exp(place * LatencyCounts.#step) / 1000;
    }
    return null;
  }
}
