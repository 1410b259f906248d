// Finds the position of a TOML syntax error. The parser reports where it stopped. If a list is unclosed or a comma is
// missing at the end of a line, the mistake is on an earlier line.

export interface SyntaxPosition {
  readonly line: number;
  readonly column: number;
  /** The unclosed bracket, if this is the mistake. */
  readonly unclosed?: '[' | '{';
}

/** Returns the position of the mistake, based on the position and the message of the parser. */
export function syntaxErrorPosition(text: string, sentence: string, at: SyntaxPosition): SyntaxPosition {
  if (!/expected comma|invalid value/.test(sentence)) return at;
  const end = offsetOf(text, at);
  const { open, last } = readBrackets(text.slice(0, end));
  const [first] = open;
  if (first !== undefined) {
    const begin = positionOf(text, first.offset);
    const next = statementAt(text, end);
    // Inside braces, a line with a key does not begin a new statement.
    const isNew =
      begin.line < at.line && (next === 'header' || (next === 'pair' && open.at(-1)?.bracket === '['));
    if (isNew || next === 'end') return { ...begin, unclosed: first.bracket };
  }
  return sentence.includes('expected comma') ? positionOf(text, last) : at;
}

interface Read {
  /** The open brackets, the outermost first. */
  readonly open: readonly { readonly bracket: '[' | '{'; readonly offset: number }[];
  /** The position after the last character that is neither white space nor a comment. */
  readonly last: number;
}

// Matches one piece of text. Every alternative also matches unclosed text, so that each character is read only once.
const PIECE =
  /"""(?:\\[\s\S]|[^\\])*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|"(?:\\.|[^"\\\n])*"?|'[^'\n]*'?|#[^\n]*|\s+|[^\s"'#]/g;

function readBrackets(text: string): Read {
  const open: { bracket: '[' | '{'; offset: number }[] = [];
  let last = 0;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    if (piece.startsWith('#') || piece.trim() === '') continue;
    if (piece === '[' || piece === '{') open.push({ bracket: piece, offset: index });
    if (piece === ']' || piece === '}') open.pop();
    last = index + piece.length;
  }
  return { open, last };
}

const HEADER = /^[ \t]*\[{1,2}[\w."' -]+\]{1,2}[ \t]*(?:#.*)?\r?$/;
const PAIR = /^[ \t]*[\w."'-][\w."' -]*=/;

/** Returns the kind of statement that begins in the line of a position. The end of the text ends all statements. */
function statementAt(text: string, offset: number): 'header' | 'pair' | 'end' | undefined {
  if (text.slice(offset).trim() === '') return 'end';
  const start = text.lastIndexOf('\n', offset - 1) + 1;
  const line = text.slice(start).split('\n', 1)[0] ?? '';
  if (HEADER.test(line)) return 'header';
  return PAIR.test(line) ? 'pair' : undefined;
}

function offsetOf(text: string, { line, column }: SyntaxPosition): number {
  let start = 0;
  for (let number = 1; number < line; number++) start = text.indexOf('\n', start) + 1;
  return start + column - 1;
}

function positionOf(text: string, offset: number): SyntaxPosition {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length, column: (before.at(-1)?.length ?? 0) + 1 };
}
