// Defines the types of the API that the page uses. The server imports them from `@claw/dashboard/types`.

export type Tally = Readonly<Record<string, number>>;

export interface EventSummary {
  readonly session: string;
  readonly seq: number;
  readonly time: string;
  readonly kind: string;
  readonly server: string;
  readonly client?: string;
  readonly direction?: string;
  readonly method?: string;
  readonly tool?: string;
  /** The argument that describes the call best: a path, a URL or a command. */
  readonly target?: string;
  readonly decision?: string;
  readonly rule?: string;
  readonly reason?: string;
  /** The kinds and detectors of the findings, without duplicates. */
  readonly findings?: readonly string[];
  /** Additional results: `redacted`, `approval`, `observed`. */
  readonly marks?: readonly string[];
  readonly state?: string;
  readonly by?: string;
  readonly decide_us?: number;
}

export interface EventPage {
  readonly items: readonly EventSummary[];
  readonly next: string | null;
}

export interface Finding {
  readonly kind: string;
  readonly detector: string;
  readonly severity: string;
  readonly where: string;
}

export interface TrailStep {
  readonly stage: string;
  readonly verdict: string;
  readonly rule: string;
  readonly reason: string;
}

/** A complete record of the audit log. */
export interface AuditRecord extends Omit<EventSummary, 'findings'> {
  readonly findings?: readonly Finding[];
  readonly trail?: readonly TrailStep[];
  readonly arguments?: unknown;
  readonly identity?: string;
  readonly address?: string;
  readonly latency_us?: number;
  readonly call_seq?: number;
  readonly observed?: boolean;
  readonly hash?: string;
}

export interface EventDetail {
  readonly event: AuditRecord;
  readonly call: AuditRecord | null;
  readonly reply: AuditRecord | null;
  readonly related: readonly EventSummary[];
}

export interface Facets {
  readonly servers: readonly string[];
  readonly tools: readonly string[];
  readonly rules: readonly string[];
  readonly findings: readonly string[];
}

export interface Proxy {
  readonly session: string;
  readonly server: string;
  readonly client: string | null;
  readonly pid: number;
  readonly since: string;
  readonly policy: string;
  readonly mode: string;
  readonly decisions: number;
}

export interface Bucket {
  readonly time: string;
  readonly decisions: Tally;
  readonly findings: Tally;
}

export interface Hits {
  readonly name: string;
  readonly count: number;
  readonly denied: number;
  readonly last: string;
}

export interface Attention {
  readonly kind: string;
  readonly text: string;
  readonly href: string;
}

export interface Overview {
  readonly proxies: readonly Proxy[];
  readonly protected: number;
  readonly unprotected: readonly {
    readonly server: string;
    readonly client: string;
    readonly reason: string;
  }[];
  readonly chart: readonly Bucket[];
  readonly latency: { readonly p50: number | null; readonly p95: number | null };
  readonly totals: {
    readonly decisions: Tally;
    readonly findings: number;
    /** The number of messages that contained secrets. */
    readonly secrets: number;
  };
  readonly rules: readonly Hits[];
  readonly tools: readonly Hits[];
  readonly attention: readonly Attention[];
}

export interface ChainState {
  readonly ok: boolean | null;
  readonly checkedAt: string | null;
  readonly records: number;
  readonly sessions: number;
  readonly problems: readonly string[];
}

export interface Approval {
  readonly id: string;
  readonly state: string;
  readonly server: string;
  readonly tool: string | null;
  /** The arguments; for long arguments, the beginning of their JSON text and its total length in characters. */
  readonly arguments?: unknown;
  readonly beginning?: string;
  readonly length?: number;
  readonly rule: string;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly waits_until?: string | null;
  readonly scope: string | null;
  readonly client?: string | null;
  readonly reason?: string;
  readonly effects?: readonly string[];
  readonly description?: readonly string[];
}

export interface Suggestion {
  readonly name: string;
  readonly rule: string;
  readonly calls: number;
  readonly days: number;
}

export interface KillState {
  readonly enabled: boolean;
  readonly since: string | null;
  readonly by: string | null;
  readonly proxies: readonly (Pick<Proxy, 'server' | 'client' | 'pid' | 'mode'> & {
    /** The time of the last call that the kill switch has denied in this proxy since it was turned on. */
    readonly lastDenied: string | null;
  })[];
}

export interface PolicyRule {
  readonly name: string;
  readonly action: string;
  readonly enabled: boolean;
  readonly message?: string;
  readonly match: readonly string[];
  readonly line: number | null;
  readonly hits: number;
  readonly last: string | null;
  readonly problems: readonly string[];
}

export interface Diagnostic {
  readonly line: number;
  readonly column: number;
  readonly severity: string;
  readonly code: string;
  readonly message: string;
  readonly help?: string;
}

export interface Policy {
  readonly file: string | null;
  readonly text: string;
  readonly version: string;
  readonly usable: boolean;
  readonly editable: boolean;
  readonly default: string | null;
  /** The calls that no rule matched. */
  readonly unmatched: Pick<PolicyRule, 'hits' | 'last'>;
  readonly rules: readonly PolicyRule[];
  readonly diagnostics: readonly Diagnostic[];
  readonly days: number;
}

export interface Explanation {
  readonly decision: string;
  readonly rule: string;
  readonly reason: string;
  readonly trail: readonly { readonly rule: string; readonly matched: boolean; readonly why: string }[];
}

export interface Flip {
  readonly server: string;
  readonly tool: string;
  readonly before: string;
  readonly after: string;
  readonly rule: string;
  readonly count: number;
  readonly doubt?: string;
  readonly example?: unknown;
}

export interface Preview {
  readonly diagnostics: readonly Diagnostic[];
  readonly calls: number;
  readonly changed: number;
  readonly unsure: number;
  readonly items: readonly Flip[];
}

export interface Tool {
  readonly server: string;
  readonly tool: string;
  readonly state: 'accepted' | 'new' | 'changed' | 'removed';
  readonly digest: string | null;
  readonly description: string | null;
  readonly changes: readonly { readonly weight: string; readonly where: string; readonly text: string }[];
  readonly diff: readonly string[];
  readonly findings: readonly {
    readonly detector: string;
    readonly severity: string;
    readonly where: string;
    readonly excerpt: string;
  }[];
}

export interface ChainNode {
  readonly session: string;
  readonly seq: number;
  readonly time: string;
  readonly server: string;
  readonly tool: string;
  readonly target?: string;
  readonly decision: string;
  readonly role: string;
}

export interface Chain {
  readonly rule: string;
  readonly reason: string;
  /** The calls in chronological order; the last call completed the chain. */
  readonly nodes: readonly ChainNode[];
}

export interface Threats {
  readonly chart: readonly Bucket[];
  readonly kinds: readonly {
    readonly kind: string;
    readonly count: number;
    /** The filter parameter that selects the events of this entry. */
    readonly parameter: 'finding' | 'rule';
  }[];
  readonly servers: readonly { readonly server: string; readonly findings: Tally }[];
  readonly chains: readonly Chain[];
}

/** Statistics for the last minute. */
export interface Statistics {
  /** The number of decisions by result, for each of the last 60 seconds, oldest first. */
  readonly perSecond: readonly Tally[];
  /** The median in milliseconds; null if there were no decisions. */
  readonly p50: number | null;
  readonly p95: number | null;
}
