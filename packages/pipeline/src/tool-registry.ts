// What one server has said about its tools on this connection: the definitions of its lists, and which of them are
// not to be used.

import { isRecord } from './is-record.js';

/** A tool as the server declared it. */
export type ToolDefinition = Readonly<Record<string, unknown>> & { readonly name: string };

/** Why calls of a tool do not pass, and whether an approval is enough for them to pass. */
export interface WithholdReason {
  readonly rule: string;
  readonly reason: string;
  readonly action: 'prompt' | 'block';
}

export class ToolRegistry {
  readonly #tools = new Map<string, ToolDefinition>();
  readonly #withheld = new Map<string, WithholdReason & { readonly list: number }>();
  readonly #digests = new Map<string, string>();
  readonly #assumed = new Map<string, string>();
  /** What the list that is being read has said so far. */
  readonly #declared = new Map<string, string>();
  /** The names of the list that is being read; undefined as long as its first page was not seen here. */
  #names: Set<string> | undefined;
  /** When the server said that its list has changed, as long as it has not begun to list it anew. */
  #staleSince: number | undefined;
  /** How often the list has begun anew. */
  #list = 0;

  /**
   * Takes in one page of a list. The first page begins a new list once the server said that it changed; one that was asked for
   * before that, in ticks of the clock, may be the old list.
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
    // What is not read to its end says nothing about what is missing in it.
    if ((this.#names?.size ?? 0) > MAX_TOOLS) this.#names = undefined;
  }

  /** The names of the whole list, once its last page was added; undefined when its beginning was read elsewhere, and for too many. */
  wholeList(): readonly string[] | undefined {
    return this.#names && [...this.#names];
  }

  /** The list is complete and judged: reasons to withhold a tool that stem from an older list are gone. */
  endList(): void {
    for (const [name, { list }] of this.#withheld) if (list < this.#list) this.#withheld.delete(name);
  }

  /** The server said that its list has changed. */
  markStale(ticks: number): void {
    this.#staleSince = ticks;
  }

  /** Whether the server has said that its list changed, and has not begun to list it anew. */
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

  /** The digest of a tool's definition, once it was compared with the accepted one. */
  digest(name: string): string | undefined {
    return this.#digests.get(name);
  }

  /** Remembers which definition counts on a connection that has not listed the tool; an approval is bound to it. */
  assumeDigest(name: string, digest: string): void {
    this.#assumed.set(name, digest);
  }

  /** The digest that an approval of a call is bound to. */
  digestForApproval(name: string): string | undefined {
    return this.#digests.get(name) ?? this.#assumed.get(name);
  }

  /** What is odd about the declaration of a tool by one list; undefined when there is nothing. */
  addDigest(name: string, digest: string): 'twice' | 'beyond' | undefined {
    const declared = this.#declared.get(name);
    // Behind so many others nobody would see that it is declared twice.
    if (declared === undefined && this.#declared.size >= MAX_TOOLS) {
      // Nor is it the definition that was compared before.
      if (this.#digests.has(name)) this.#digests.set(name, `beyond ${digest}`);
      return 'beyond';
    }
    const isOne = declared === undefined || declared === digest;
    // Of two definitions none is the accepted one, so their digest is that of no definition; which a client takes, nobody knows.
    const known = isOne ? digest : `${declared}+${digest}`;
    this.#declared.set(name, known);
    this.#digests.set(name, known);
    return isOne ? undefined : 'twice';
  }

  /** From now on calls of this tool are refused, or require approval. */
  withhold(name: string, { rule, reason, action }: WithholdReason): void {
    // A refusal is not replaced by a request for approval.
    if (action === 'prompt' && this.#withheld.get(name)?.action === 'block') return;
    this.#withheld.set(name, { rule, reason, action, list: this.#list });
  }

  /** This reason to withhold the tool is gone. */
  release(name: string, rule: string): void {
    if (this.#withheld.get(name)?.rule === rule) this.#withheld.delete(name);
  }

  whyWithheld(name: string): WithholdReason | undefined {
    return this.#withheld.get(name);
  }
}

/** A server that declares more is not believed to mean it. */
const MAX_TOOLS = 10_000;

/** The tools of a list's answer. */
export function readTools(result: unknown): readonly ToolDefinition[] {
  const tools = isRecord(result) ? result['tools'] : undefined;
  if (!Array.isArray(tools)) return [];
  return tools.filter((tool): tool is ToolDefinition => isRecord(tool) && typeof tool['name'] === 'string');
}
