// The tools that a server has declared on this connection: their definitions, and the withheld ones.

import { isRecord } from './is-record.js';

/** A tool as the server declared it. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/** The reason why calls of a tool are blocked, and whether an approval is enough. */
export interface WithholdReason {
  readonly rule: string;
  readonly reason: string;
  readonly action: 'prompt' | 'block';
}

export class ToolRegistry {
  readonly #tools = new Map<string, ToolDefinition>();
  /** The reasons of each withheld tool, by rule. */
  readonly #withheld = new Map<string, Map<string, WithholdReason & { readonly list: number }>>();
  readonly #digests = new Map<string, string>();
  readonly #assumed = new Map<string, string>();
  /** The declarations of the list that is being received. */
  readonly #declared = new Map<string, string>();
  /** The names of the list that is being received; undefined until its first page arrives. */
  #names: Set<string> | undefined;
  /** The time of the last change notification, until the list is requested again. */
  #staleSince: number | undefined;
  /** The number of lists so far. */
  #list = 0;

  /**
   * Adds one page of a list. After a change notification, the first page starts a new list; a page that was
   * requested before it, in ticks of the clock, may belong to the old list.
   */
  addPage(
    definitions: readonly ToolDefinition[],
    isFirst: boolean,
    askedAt = Number.POSITIVE_INFINITY,
  ): void {
    if (isFirst) {
      this.#declared.clear();
      this.#names = new Set();
    }
    if (isFirst && this.#staleSince !== undefined && askedAt >= this.#staleSince) {
      this.#tools.clear();
      this.#list += 1;
      this.#staleSince = undefined;
    }
    for (const definition of definitions) {
      this.#names?.add(definition.name);
      if (this.#tools.size < MAX_TOOLS || this.#tools.has(definition.name))
        this.#tools.set(definition.name, definition);
    }
    // An incomplete list does not show which tools are missing.
    if ((this.#names?.size ?? 0) > MAX_TOOLS) this.#names = undefined;
  }

  /**
   * The names of the complete list after its last page; undefined if its beginning was not received here, and
   * for very long lists.
   */
  wholeList(): readonly string[] | undefined {
    return this.#names && [...this.#names];
  }

  /** Called when the list is complete and checked: reasons from an older list no longer apply. */
  endList(): void {
    for (const [name, reasons] of this.#withheld)
      for (const { rule, list } of reasons.values()) if (list < this.#list) this.release(name, rule);
  }

  /** Called when the server has sent a change notification. */
  markStale(ticks: number): void {
    this.#staleSince = ticks;
  }

  /** True after a change notification, until the list is requested again. */
  get isStale(): boolean {
    return this.#staleSince !== undefined;
  }

  has(name: string): boolean {
    return this.#tools.has(name) && !this.isStale;
  }

  get(name: string): ToolDefinition | undefined {
    return this.#tools.get(name);
  }

  annotations(name: string): Readonly<Record<string, unknown>> | undefined {
    const annotations = this.#tools.get(name)?.['annotations'];
    return isRecord(annotations) ? annotations : undefined;
  }

  /** The digest of a tool's definition, after it was compared with the accepted one. */
  digest(name: string): string | undefined {
    return this.#digests.get(name);
  }

  /** Stores the valid definition on a connection that has not listed the tool; an approval is bound to it. */
  assumeDigest(name: string, digest: string): void {
    this.#assumed.set(name, digest);
  }

  /** The digest that an approval of a call is bound to. */
  digestForApproval(name: string): string | undefined {
    return this.#digests.get(name) ?? this.#assumed.get(name);
  }

  /** The problem with the declaration of a tool in one list, if any. */
  addDigest(name: string, digest: string): 'twice' | 'beyond' | undefined {
    const declared = this.#declared.get(name);
    // Beyond this number, a second declaration would not be noticed.
    if (declared === undefined && this.#declared.size >= MAX_TOOLS) {
      // This definition differs from the one that was compared earlier, too.
      if (this.#digests.has(name)) this.#digests.set(name, `beyond ${digest}`);
      return 'beyond';
    }
    const isOne = declared === undefined || declared === digest;
    // If there are two definitions, neither is the accepted one, so their digest matches no definition; it is
    // unknown which one a client uses.
    const known = isOne ? digest : `${declared}+${digest}`;
    this.#declared.set(name, known);
    this.#digests.set(name, known);
    return isOne ? undefined : 'twice';
  }

  /** From now on, calls of this tool are denied or require approval. */
  withhold(name: string, { rule, reason, action }: WithholdReason): void {
    const reasons = this.#withheld.get(name) ?? new Map();
    // A denial is not replaced by a request for approval.
    if (action === 'prompt' && reasons.get(rule)?.action === 'block') return;
    this.#withheld.set(name, reasons.set(rule, { rule, reason, action, list: this.#list }));
  }

  /** Removes this reason to withhold the tool; others remain. */
  release(name: string, rule: string): void {
    const reasons = this.#withheld.get(name);
    reasons?.delete(rule);
    if (reasons?.size === 0) this.#withheld.delete(name);
  }

  /** All reasons to withhold a tool; undefined if there is none. */
  whyWithheld(name: string): readonly WithholdReason[] | undefined {
    const reasons = this.#withheld.get(name);
    return reasons && [...reasons.values()];
  }
}

/** The maximum number of declared tools. */
const MAX_TOOLS = 10_000;

/** The tools in the response to a list request. */
export function readTools(result: unknown): readonly ToolDefinition[] {
  const tools = isRecord(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool): tool is ToolDefinition => isRecord(tool) && typeof tool['name'] === 'string');
}
