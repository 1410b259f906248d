// Declares the used part of the parser's syntax tree. The types are loose: nodes are distinguished by their members
// and not by a type name.

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
  /** The file descriptor of a redirection. */
  readonly descriptor?: { readonly value?: number };
}

export interface Unbash {
  parse(text: string): Node;
  forEachChild(node: Node, visit: (child: Node) => undefined): unknown;
}
