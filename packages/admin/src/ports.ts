// What a dashboard shows and changes. Whoever starts it joins these to a store, a policy and the kill switch.

type Awaitable<T> = T | Promise<T>;

/** A question or a standing yes, as scripts know it, with what a person reads. */
export interface ApprovalView {
  readonly id: string;
  readonly state: string;
  /** What will be sent, line by line, with nothing hidden in it. */
  readonly description?: readonly string[];
}

/** An answer to a question. `milliseconds` belongs to a yes for a time. */
export type ApprovalAnswer =
  | { readonly decision: 'approve'; readonly scope: 'once' | 'session' | 'always' }
  | { readonly decision: 'approve'; readonly scope: 'time'; readonly milliseconds: number }
  | { readonly decision: 'deny' };

export interface AdminPorts {
  readonly approvals: {
    list(): Awaitable<readonly ApprovalView[]>;
    answer(
      id: string,
      answer: ApprovalAnswer,
    ): Awaitable<{ readonly kind: 'answered' | 'settled' | 'unknown'; readonly item?: object }>;
    revoke(id: string): Awaitable<boolean>;
    /** Calls back when something may have changed. */
    watch(act: () => void): () => void;
  };
  readonly killSwitch: {
    status(): Awaitable<{ readonly enabled: boolean }>;
    set(enabled: boolean): Awaitable<void>;
  };
  /** The folder of the record. */
  readonly auditFolder: string;
  policy(): Awaitable<object>;
  tools(): Awaitable<readonly object[]>;
  /** Milliseconds of a text such as `1h`; undefined when it is none. */
  readDuration(text: string): number | undefined;
}
