// Reconstructs strings that code builds from parts: `'/et' + 'c/shadow'`, `os.path.join(home, '.ssh',
// 'id_rsa')`, `Path.home() / '.bashrc'`, `'/etc/%s' % name`. Nothing is executed; the operators between
// quoted parts determine how the parts are joined.

import { assignedName, formatTemplate, isQuote, unescaped } from './string-literals.js';

const START = /['"`A-Za-z_$]/g;
const PIECE = /(?<quote>['"`])(?<text>(?:(?!\k<quote>)[^\n]){0,1024})\k<quote>/y;
const NAME = /[A-Za-z_$][\w$]{0,63}(?:(?:\.|::)[A-Za-z_][\w$]{0,63}){0,4}/y;

// `GLUED` matches operators that concatenate two parts; `LISTED` matches operators that form a path or fill a
// template. One or two letters before a quote set the type of string: `f'…'`, `rb'…'`.
const GLUED =
  /^(?:\(\))?[\s()\]]*(?:(?:\+=?|\|\||<>|<<|&|\\)\s*(?:[\w.]{0,30}\b(?:join|Path|str|String)\()?|\.{1,2}|\.concat\()?[\s([]*[a-zA-Z]{0,2}$/;
const LISTED = /^(?:\(\))?[\s)\]]*(?:,|\/|%|\.(?:joinpath|format|resolve)\()[\s([{]*[a-zA-Z]{0,2}$/;
const MAX_GAP_LENGTH = 40;

/** Lists of words are common. They are joined only if the code contains one of these names. */
const JOINS = /join|path|resolve|format|concat|printf|%|\//i;

// Expressions for the home folder and the path separator in several languages.
const KNOWN: ReadonlyMap<string, string> = new Map([
  ...'os.homedir homedir Path.home pathlib.Path.home Dir.home process.env.HOME'
    .split(' ')
    .map((name) => [name, '~'] as const),
  ...'os.sep os.path.sep path.sep File::SEPARATOR DIRECTORY_SEPARATOR'
    .split(' ')
    .map((name) => [name, '/'] as const),
]);

const MAX_TEXT_LENGTH = 1024;
const MAX_PARTS = 64;
const MAX_NAMES = 200;

export interface ConcatenatedStrings {
  readonly texts: ReadonlySet<string>;
  /** True if the code has more parts than ordinary code, so that the rest was not examined. */
  readonly cut: boolean;
}

/** Returns the strings that code can build from its parts, up to a limit. */
export function concatenatedStrings(code: string, most: number): ConcatenatedStrings {
  const { texts, read, finish } = createJoiner(code, JOINS.test(code));
  START.lastIndex = 0;
  for (let found = START.exec(code); found !== null && texts.size < most; found = START.exec(code))
    START.lastIndex = read(found.index);
  finish();
  return { texts, cut: texts.size >= most };
}

/** A string under construction: its parts so far, and the variable that it is assigned to. */
interface Current {
  text: string;
  pieces: number;
  end: number;
  readonly begins: string | undefined;
  name: string | undefined;
}

function createJoiner(code: string, joins: boolean) {
  const texts = new Set<string>();
  const names = new Map<string, string>();
  let current: Current | undefined;
  /** The completed strings in the same list as the current string. */
  let listed: string[] = [];

  const add = (text: string) => {
    if (text.length <= MAX_TEXT_LENGTH) texts.add(text);
  };
  /** Replaces known variables in a string: `f'/etc/{name}'`, `${name}`, `#{name}`, `$name`. */
  const filled = (text: string): string =>
    names.size === 0 || !/[{$]/.test(text)
      ? text
      : text
          .replace(
            /[$#]?\{([A-Za-z_$][\w$]*)\}|\$([A-Za-z_]\w*)/g,
            (found, braced, bare) => names.get(braced ?? bare) ?? names.get(`$${bare}`) ?? found,
          )
          .slice(0, MAX_TEXT_LENGTH);

  /**
   * Completes the current string. Every prefix of a list is added, because the last element may be the mode
   * argument of `open` and no part of the path.
   */
  const finish = () => {
    if (current === undefined) return;
    const { text, pieces, name } = current;
    if (pieces > 1) add(text);
    if (name !== undefined && names.size < MAX_NAMES) names.set(name, text);
    listed.push(text);
    current = undefined;
    if (!joins || listed.length === 1) return;
    add(listed.join('/'));
    add(listed.join(''));
    add(formatTemplate(listed));
  };

  const relate = (start: number): 'glued' | 'listed' | undefined => {
    if (current === undefined || start - current.end > MAX_GAP_LENGTH) return undefined;
    const gap = code.slice(current.end, start);
    // Only adjacent string literals are concatenated without an operator.
    if (GLUED.test(gap)) return isQuote(code, start) || /[^\s()\]]/.test(gap) ? 'glued' : undefined;
    return LISTED.test(gap) ? 'listed' : undefined;
  };

  const take = (text: string, start: number, end: number, begins: string | undefined) => {
    const relation = relate(start);
    if (
      current !== undefined &&
      relation === 'glued' &&
      current.text.length + text.length <= MAX_TEXT_LENGTH
    ) {
      if (current.pieces === 1 && /^\s*\+=/.test(code.slice(current.end, start)))
        current.name = current.begins;
      current.text += text;
      current.pieces += 1;
      current.end = end;
      return;
    }
    finish();
    if (relation !== 'listed' || listed.length >= MAX_PARTS) listed = [];
    current = { text, pieces: 1, end, begins, name: assignedName(code, start) };
  };

  /** Reads a string or a name, and returns the position after it. */
  const read = (at: number): number => {
    NAME.lastIndex = at;
    const name = NAME.exec(code)?.[0];
    if (name !== undefined && name.length < 3 && isQuote(code, NAME.lastIndex)) return NAME.lastIndex;
    if (relate(at) === undefined) {
      finish();
      listed = [];
    }
    if (name !== undefined) {
      const value = names.get(name) ?? KNOWN.get(name);
      if (value !== undefined) take(value, at, NAME.lastIndex, name);
      return NAME.lastIndex;
    }
    PIECE.lastIndex = at;
    const raw = PIECE.exec(code)?.groups?.['text'];
    if (raw === undefined) return at + 1;
    const text = filled(unescaped(raw));
    if (text !== raw) add(text);
    take(text === 'HOME' ? '~' : text, at, PIECE.lastIndex, undefined);
    return at + raw.length + 2;
  };

  return { texts, read, finish };
}
