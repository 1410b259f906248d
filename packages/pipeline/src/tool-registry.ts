// Stores the tools that a server has declared on this connection: their definitions, and the reasons to withhold
// them.

import { isRecord } from '@claw/jsonrpc-stream';

/** A tool as the server declared it. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/** The reason why calls of a tool are blocked, and whether an approval lifts the block. */
export interface WithholdReason {
  readonly rule: string;
  readonly reason: string;
  readonly action: 'prompt' | 'block';
}

/**
 * The tools that a server has declared on one connection. The maps are created on demand, because over HTTP each call
 * may have its own connection.
 */
export class ToolRegistry {
  #tools: Map<string, ToolDefinition> | undefined;
  /** The reasons for which each tool is withheld, by rule. */
  #withheld: Map<string, Map<string, WithholdReason & { readonly list: number }>> | undefined;
  #digests: Map<string, string> | undefined;
  #assumed: Map<string, string> | undefined;
  /** The digests of the definitions in the list that is being received. */
  #declared: Map<string, string> | undefined;
  /** The names in the list that is being received; undefined until its first page arrives. */
  #names: Set<string> | undefined;
  /** The time of the last change notification; undefined after the list is requested again. */
  #staleSince: number | undefined;
  /** The number of lists that were received. */
  #list = 0;

  /**
   * Adds one page of a list. After a change notification, the first page starts a new list, unless the page was
   * requested before the notification (in ticks of the clock): such a page may belong to the old list.
   */
  addPage(
    definitions: readonly ToolDefinition[],
    isFirst: boolean,
    askedAt = Number.POSITIVE_INFINITY,
  ): void {
    if (isFirst) {
      this.#declared?.clear();
      this.#names = new Set();
    }
    if (isFirst && this.#staleSince !== undefined && askedAt >= this.#staleSince) {
      this.#tools?.clear();
      this.#list += 1;
      this.#staleSince = undefined;
    }
    this.#tools ??= new Map();
    for (const definition of definitions) {
      this.#names?.add(definition.name);
      if (this.#tools.size < MAX_TOOLS || this.#tools.has(definition.name))
        this.#tools.set(definition.name, definition);
    }
    // With a longer list, it is unknown which tools are missing.
    if ((this.#names?.size ?? 0) > MAX_TOOLS) this.#names = undefined;
  }

  /**
   * Returns the names of the complete list after its last page. Returns undefined if its beginning was not received,
   * or if the list is very long.
   */
  wholeList(): readonly string[] | undefined {
    return this.#names && [...this.#names];
  }

  /** Called when the list is complete and checked. Reasons from an older list no longer apply. */
  endList(): void {
    for (const [name, reasons] of this.#withheld ?? [])
      for (const { rule, list } of reasons.values()) if (list < this.#list) this.release(name, rule);
  }

  markStale(ticks: number): void {
    this.#staleSince = ticks;
  }

  /** True after a change notification until the list is requested again. */
  get isStale(): boolean {
    return this.#staleSince !== undefined;
  }

  has(name: string): boolean {
    return this.#tools?.has(name) === true && !this.isStale;
  }

  get(name: string): ToolDefinition | undefined {
    return this.#tools?.get(name);
  }

  annotations(name: string): Readonly<Record<string, unknown>> | undefined {
    const annotations = this.#tools?.get(name)?.['annotations'];
    return isRecord(annotations) ? annotations : undefined;
  }

  /** Returns the digest of the tool's definition, after it was compared with the accepted one. */
  digest(name: string): string | undefined {
    return this.#digests?.get(name);
  }

  /**
   * Stores the digest of the accepted definition on a connection that has not listed the tool, so that an approval
   * can be bound to it.
   */
  assumeDigest(name: string, digest: string): void {
    this.#assumed ??= new Map();
    this.#assumed.set(name, digest);
  }

  /** Returns the digest to which an approval of a call is bound. */
  digestForApproval(name: string): string | undefined {
    return this.#digests?.get(name) ?? this.#assumed?.get(name);
  }

  /**
   * Adds the digest of a definition; returns the problem if the tool is declared twice or there are too many tools.
   */
  addDigest(name: string, digest: string): 'twice' | 'beyond' | undefined {
    this.#declared ??= new Map();
    this.#digests ??= new Map();
    const declared = this.#declared.get(name);
    // With more tools than this, a second declaration of a tool would not be noticed.
    if (declared === undefined && this.#declared.size >= MAX_TOOLS) {
      // This definition also differs from the one that was compared earlier.
      if (this.#digests.has(name)) this.#digests.set(name, `beyond ${digest}`);
      return 'beyond';
    }
    const isOne = declared === undefined || declared === digest;
    // If there are two definitions, it is unknown which one a client uses. Their combined digest matches neither of
    // them, so neither counts as accepted.
    const known = isOne ? digest : `${declared}+${digest}`;
    this.#declared.set(name, known);
    this.#digests.set(name, known);
    return isOne ? undefined : 'twice';
  }

  /** Withholds a tool: from now on, its calls are denied or require approval. */
  withhold(name: string, { rule, reason, action }: WithholdReason): void {
    this.#withheld ??= new Map();
    const reasons = this.#withheld.get(name) ?? new Map();
    // A denial is not replaced with an approval request.
    if (action === 'prompt' && reasons.get(rule)?.action === 'block') return;
    this.#withheld.set(name, reasons.set(rule, { rule, reason, action, list: this.#list }));
  }

  /** Removes this reason for withholding the tool; other reasons remain. */
  release(name: string, rule: string): void {
    const reasons = this.#withheld?.get(name);
    reasons?.delete(rule);
    if (reasons?.size === 0) this.#withheld?.delete(name);
  }

  /** Returns all reasons for withholding a tool, or undefined if there are none. */
  whyWithheld(name: string): readonly WithholdReason[] | undefined {
    const reasons = this.#withheld?.get(name);
    return reasons && [...reasons.values()];
  }
}

/** The maximum number of declared tools. */
const MAX_TOOLS = 10_000;

/** Returns the tools in the response to a list request. */
export function readTools(result: unknown): readonly ToolDefinition[] {
  const tools = isRecord(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool): tool is ToolDefinition => isRecord(tool) && typeof tool['name'] === 'string');
}
