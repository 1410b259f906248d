// Writes the rules of the targets into the memory of the loops; see wasm/prefilter.wat.

import type { FollowingText } from '../../detector.js';
import type { TargetRule } from './target-rules.js';

/**
 * The targets of each literal. A mark is the index of a target; for an additional literal of the target, it is the
 * complement of the index.
 */
export interface LiteralMarks {
  /** The marks of literal `n` are `marks[starts[n]]` to `marks[starts[n + 1] - 1]`. */
  readonly starts: Int32Array;
  readonly marks: Int32Array;
}

/** The rules of the targets, and for each literal the targets that it belongs to. */
export interface MatcherRules {
  readonly marks: LiteralMarks;
  readonly rules: readonly TargetRule[];
}

/** Passes the addresses of the tables to the loops. */
export type Arrange = (
  marksOf: number,
  rules: number,
  techniques: number,
  openTargets: number,
  following: number,
  sextets: number,
) => void;

/** The size of a rule. `techniqueSize` is the size of the record of a technique. */
const ruleSize = 32;
const techniqueSize = 8;
const classes = 256;

/** Computes the addresses of the tables, and their end. */
export function layOutRules({ marks, rules }: MatcherRules, start: number) {
  const marksOf = (start + 3) & ~3;
  const marksAt = marksOf + 4 * marks.starts.length;
  const rulesAt = marksAt + 4 * marks.marks.length;
  const techniques = rulesAt + ruleSize * rules.length;
  const most = rules.reduce((sum, { technique }) => Math.max(sum, technique), 0);
  const openTargets = techniques + techniqueSize * (most + 1);
  const following = openTargets + 4 * rules.length;
  const sextets = following + classes;
  return { marksOf, marksAt, rulesAt, techniques, openTargets, following, sextets, end: sextets + classes };
}

export type RulesLayout = ReturnType<typeof layOutRules>;

/** Fills the tables. The other members of a rule, and the techniques, must be zero before the first text. */
export function writeRules(memory: Uint8Array, { marks, rules }: MatcherRules, layout: RulesLayout): void {
  // The memory is cleared, because building the other tables used it.
  memory.fill(0, layout.marksOf, layout.end);
  const view = new DataView(memory.buffer);
  const { starts } = marks;
  const addresses = new Int32Array(memory.buffer, layout.marksOf, starts.length);
  for (let literal = 0; literal < starts.length; literal += 1)
    addresses[literal] = layout.marksAt + 4 * (starts[literal] as number);
  new Int32Array(memory.buffer, layout.marksAt, marks.marks.length).set(marks.marks);
  for (const [target, { weight, technique, reach, followed }] of rules.entries()) {
    const rule = layout.rulesAt + ruleSize * target;
    view.setInt32(rule + 20, reach, true);
    view.setUint16(rule + 24, technique, true);
    view.setUint8(rule + 26, Math.min(255, weight));
    if (followed === undefined) continue;
    const { length, walked, ending } = walkOf(followed);
    view.setUint16(rule + 28, length, true);
    view.setUint8(rule + 30, walked);
    view.setUint8(rule + 31, ending);
  }
  memory.set(createFollowingClasses(), layout.following);
  memory.set(createSextets(), layout.sextets);
}

/** Passes the addresses of the tables to the loops. This is necessary for each instance. */
export function arrangeRules(arrange: Arrange, layout: RulesLayout): void {
  const { marksOf, rulesAt, techniques, openTargets, following, sextets } = layout;
  arrange(marksOf, rulesAt, techniques, openTargets, following, sextets);
}

/** The classes of characters after a literal, as bits. */
const token = 1;
const userinfo = 2;
const endOfUserinfo = 4;
const nameOrBlank = 8;
const operator = 16;
/** `beforeValue` is an operator, a quote or a space before a value; `inValue` is a character of a value. */
const beforeValue = 32;
const inValue = 64;

/** The maximum length of a user name of 64 characters, a colon, and a password of 200 characters. */
const maxUserinfoLength = 266;
/** The maximum length of the rest of a word, 24 more characters of the name, and quotes or spaces. */
const maxNameLength = 48;

/**
 * Returns the characters to skip, and the character that has to follow them. If `ending` is 0, `length`
 * characters have to follow the literal.
 */
function walkOf(followed: FollowingText) {
  if (followed.kind === 'token') return { length: followed.least, walked: token, ending: 0 };
  if (followed.kind === 'userinfo')
    return { length: maxUserinfoLength, walked: userinfo, ending: endOfUserinfo };
  return { length: maxNameLength, walked: nameOrBlank, ending: operator };
}

const patterns: readonly (readonly [bit: number, pattern: RegExp])[] = [
  [token, /[A-Za-z0-9_.+/=~%$:-]/],
  [userinfo, /[^\s"'`<>/?#]/],
  [endOfUserinfo, /@/],
  [nameOrBlank, /[A-Za-z0-9_.\s"'`\])-]/],
  [operator, /[=:,>|?]/],
  [beforeValue, /[=:,>|?\s"'`(]/],
  [inValue, /[^\s"'`,;<>(){}]/],
];

function createFollowingClasses(): Uint8Array {
  const table = new Uint8Array(classes);
  for (let byte = 0; byte < 128; byte += 1)
    for (const [bit, pattern] of patterns)
      if (pattern.test(String.fromCharCode(byte))) table[byte] = (table[byte] as number) | bit;
  return table;
}

/** Returns the values of the base64 characters, for both alphabets. */
function createSextets(): Uint8Array {
  const table = new Uint8Array(classes);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
  for (const [value, symbols] of [...letters, '+-', '/_'].entries())
    for (const symbol of symbols) table[symbol.charCodeAt(0)] = value;
  return table;
}
