// Visits the digits of a text once. At the start of each number, all readers are tried.

import type { Finding } from '../detector.js';
import type { FunctionDetector } from '../function-detector.js';
import { card } from './card.js';
import {
  createDigitFinder,
  isAlphanumeric,
  isDigit,
  isUpper,
  skipPartialWord,
  wordEnd,
  wordStart,
} from './digit-words.js';
import { iban } from './iban.js';
import { ipv4 } from './ip.js';
import { nationalIds } from './national-ids.js';
import type { NumberReader } from './number-reader.js';
import { phone } from './phone.js';

/** The readers in order of certainty. The first reader that matches a number determines its kind. */
export const numberReaders: readonly NumberReader[] = [iban, card, ipv4, ...nationalIds, phone];

export const numbers: FunctionDetector = {
  name: 'numbers',
  kind: 'personal',
  prefilterPattern: {
    literals: ['0'],
    // Matches seven digits with few separators that are not a date, four numbers with dots, or fewer digits next to
    // the letters of a code.
    pattern:
      /(?<![0-9])(?!(?:19|20)[0-9]{2}[-/.][01][0-9][-/.][0-3][0-9](?:[T"',;)\]}]|$|[ _][0-9]{2}:[0-9]{2}))[0-9](?:[ \u00a0.()/+-]{0,2}[0-9]){6}|[0-9]\.[0-9]{1,3}\.[0-9]{1,3}\.[0-9]|[A-Z]{2} ?[0-9]{2} ?[0-9]{2} ?[0-9]{2}|[A-Z]{5}[0-9]{4}|[A-Z0-9]{16}|[0-9]{6}[A-Y][0-9]{3}|[A-Za-z]{2}[0-9]{2}(?:[ \u00a0.-]?[A-Za-z0-9]){11}/,
  },
  find(text, from, to) {
    const findings: Finding[] = [];
    const nextDigit = createDigitFinder(text, from, to);
    for (let at = nextDigit(skipPartialWord(text, from, to)); at < to; ) {
      const start = wordStart(text, at);
      const end = wordEnd(text, at, to);
      const read = mayBeNumber(text, start, end) ? readNumber(text, start, end) : undefined;
      if (read !== undefined) findings.push(read);
      at = nextDigit(Math.max(read?.end ?? 0, end));
    }
    return findings;
  },
  samples: {
    hit: numberReaders.flatMap(({ samples }) => samples.hit),
    miss: ['2026-01-05 12:00:01 INFO 200 OK 1234', 'a1b2c3d4e5f6', 'pi is 3.14159265358979'],
  },
};

/**
 * The readers for each length of the first run. For most lengths there are only two or three readers. Runs that are
 * longer than any number are skipped.
 */
const readersByRunLength = Array.from({ length: 36 }, (_, length) =>
  numberReaders.filter(({ runs }) => runs === undefined || runs.includes(length)),
);

function readNumber(text: string, start: number, end: number): Finding | undefined {
  for (const from of starts(text, start)) {
    const readers = from === start ? (readersByRunLength[end - start] ?? []) : readersAt(text, from);
    for (const { name, severity, read } of readers) {
      const stop = read(text, from);
      if (stop !== -1) return { kind: 'personal', detector: name, severity, start: from, end: stop };
    }
  }
  return undefined;
}

function readersAt(text: string, from: number): readonly NumberReader[] {
  return isUpper(text.charCodeAt(from)) ? nationalIds : [phone];
}

/**
 * Returns the possible starts of a number. A telephone number can begin with a plus sign or a bracket, and some codes
 * with separate letters.
 */
function starts(text: string, start: number): readonly number[] {
  switch (text[start - 1]) {
    case '+':
      return [start - 1, start];
    case '(':
      return text[start - 2] === '+' ? [start - 2] : [start - 1, start];
    case '-':
      return /[XYZ]/.test(text[start - 2] ?? '') ? [start - 2] : [start];
    case ' ':
      return isInitials(text, start - 1) ? [start - 3, start] : [start];
    default:
      return [start];
  }
}

function isInitials(text: string, end: number): boolean {
  return (
    isUpper(text.charCodeAt(end - 1)) &&
    isUpper(text.charCodeAt(end - 2)) &&
    !isAlphanumeric(text.charCodeAt(end - 3))
  );
}

const letter = /\p{L}/u;

/** Excludes short numbers, which are not personal data, and digits that continue a fraction or a name. */
function mayBeNumber(text: string, start: number, end: number): boolean {
  const before = text.charCodeAt(start - 1);
  const twoBefore = text.charCodeAt(start - 2);
  if (before === 95 || (before > 127 && letter.test(text[start - 1] as string))) return false;
  if ((before === 46 || before === 44) && isDigit(twoBefore)) return false;
  if (before === 45 && isAlphanumeric(twoBefore) && !(twoBefore > 87 && twoBefore < 91)) return false;
  return (
    end - start > 6 ||
    before === 43 ||
    (isSeparator(text.charCodeAt(end)) && isContinuation(text.charCodeAt(end + 1)))
  );
}

/** Tests for a space, a dot, a bracket, a slash, a dash, or a no-break space. */
function isSeparator(unit: number): boolean {
  return (
    unit === 32 || unit === 160 || unit === 40 || unit === 41 || (unit >= 43 && unit <= 47 && unit !== 44)
  );
}

function isContinuation(unit: number): boolean {
  return isDigit(unit) || isUpper(unit) || unit === 40 || unit === 32;
}
