// Declares the used part of the parser's syntax tree. The types are loose: nodes are distinguished by their members
// and not by a type name.

export interface Part {
  readonly type: string;
  readonly text?: string;
  readonly value?: unknown;
  readonly parts?: readonly Part[];
  readonly parameter?: string;
  /** The index of an array element: `${x[0]}`. */
  readonly index?: Word | undefined;
  /** The operator and the text of an extended pattern such as `@(a|b)`. */
  readonly operator?: string;
  readonly pattern?: string;
  /** The commands of a substitution. */
  readonly script?: Node | undefined;
  readonly prefix?: unknown;
  readonly operation?: Operation | undefined;
}

/** The operator of a parameter expansion, with the operands that it has: `${x#a}`, `${x/a/b}`, `${x:1:2}`. */
export interface Operation {
  readonly type: string;
  readonly operator: string;
  readonly operand?: Word;
  readonly pattern?: Word;
  readonly replacement?: Word;
  readonly offset?: Word;
  readonly length?: Word;
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
  /** The index of an array element that is assigned. */
  readonly index?: Word | undefined;
  readonly elements?: readonly Node[];
  readonly command?: Node;
  /** The statements of a script, or the stages of a pipeline. */
  readonly commands?: readonly Node[];
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
