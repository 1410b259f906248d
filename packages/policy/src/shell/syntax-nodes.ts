// The used part of the grammar's syntax tree, loosely typed: nodes are distinguished by shape, not by name.

export interface Part {
  readonly type: string;
  readonly text?: string;
  readonly value?: unknown;
  readonly parts?: readonly Part[];
  readonly parameter?: string;
  readonly prefix?: unknown;
  readonly operation?:
    | { readonly type: string; readonly operator: string; readonly operand?: Word }
    | undefined;
}

export interface Word extends Part {
  readonly value: string;
  readonly text: string;
}

export interface Node {
  readonly type: string;
  readonly text?: string;
  readonly errors?: readonly unknown[];
  readonly name?: Node | string;
  readonly value?: Node | string;
  readonly append?: boolean;
  readonly elements?: readonly Node[];
  readonly command?: Node;
  readonly prefix?: readonly Node[];
  readonly suffix?: readonly Node[];
  readonly redirects?: readonly Node[];
  readonly wordlist?: readonly Node[];
  readonly word?: Node;
  readonly operand?: Node;
  readonly left?: Node;
  readonly right?: Node;
  readonly target?: Node;
  readonly body?: unknown;
  readonly operator?: string;
  /** The stream of a redirection. */
  readonly descriptor?: { readonly value?: number };
}

export interface Unbash {
  parse(text: string): Node;
  forEachChild(node: Node, visit: (child: Node) => undefined): unknown;
}
