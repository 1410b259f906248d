// Shows the changed lines of a file with some lines around each change: `-` for old and `+` for new lines.

interface Hunk {
  readonly at: number;
  readonly removed: readonly string[];
  readonly added: readonly string[];
}

/** The number of unchanged lines that are shown around a change. */
const around = 1;

/** Returns the differences between two texts, one string for each printed line; empty if the texts are equal. */
export function diffLines(before: string, after: string): string[] {
  const [left, right] = [before, after].map((text) => text.split(/\r?\n/)) as [string[], string[]];
  const shown: string[] = [];
  let printed = 0;
  for (const { at, removed, added } of findHunks(left, right)) {
    const from = Math.max(printed, at - around);
    if (from > printed) shown.push(`@@ line ${from + 1} @@`);
    for (const line of left.slice(from, at)) shown.push(`  ${line}`);
    for (const line of removed) shown.push(`- ${line}`);
    for (const line of added) shown.push(`+ ${line}`);
    const end = at + removed.length;
    for (const line of left.slice(end, end + around)) shown.push(`  ${line}`);
    printed = end + around;
  }
  return shown;
}

/**
 * Finds the changes with a greedy search, which is sufficient: there are few edits, and each of them ends at a line
 * that both texts contain.
 */
function findHunks(left: readonly string[], right: readonly string[]): Hunk[] {
  const hunks: Hunk[] = [];
  let [i, j] = [0, 0];
  while (i < left.length || j < right.length) {
    if (i < left.length && j < right.length && left[i] === right[j]) {
      i++;
      j++;
      continue;
    }
    const [skipLeft, skipRight] = nextMeeting(left, right, i, j);
    hunks.push({ at: i, removed: left.slice(i, i + skipLeft), added: right.slice(j, j + skipRight) });
    i += skipLeft;
    j += skipRight;
  }
  return hunks;
}

/**
 * Finds the nearest equal lines. A blank line or a single bracket counts only if the line after it is equal as well.
 */
function nextMeeting(
  left: readonly string[],
  right: readonly string[],
  i: number,
  j: number,
): [number, number] {
  const most = left.length - i + (right.length - j);
  for (let distance = 1; distance <= Math.min(most, 400); distance++) {
    for (let skipLeft = 0; skipLeft <= distance; skipLeft++) {
      const [atLeft, atRight] = [i + skipLeft, j + distance - skipLeft];
      const line = left[atLeft];
      const meets = line !== undefined && line === right[atRight];
      if (meets && (/\w/.test(line) || left[atLeft + 1] === right[atRight + 1]))
        return [skipLeft, distance - skipLeft];
    }
  }
  // Only brackets are left. Brackets at the end that are equal in both texts are not part of the change.
  let same = 0;
  while (same < Math.min(left.length - i, right.length - j) && left.at(-1 - same) === right.at(-1 - same))
    same++;
  return [left.length - i - same, right.length - j - same];
}

/** Shortens long lines to the differing part, because some clients write a whole file as one line. */
export const shortenLines = (lines: readonly string[]): string[] =>
  lines.map((line, index) => {
    if (line.length <= maxLineLength) return line;
    const other = lines[line.startsWith('-') ? index + 1 : index - 1];
    const isPair = other !== undefined && /^[-+]/.test(line) && /^[-+]/.test(other) && other[0] !== line[0];
    return isPair ? differingPart(line, other) : `${line.slice(0, maxLineLength)} …`;
  });

/** The length above which a line is shortened; lines that a user has formatted are shorter. */
const maxLineLength = 400;
const context = 60;

function differingPart(line: string, other: string): string {
  const most = Math.min(line.length, other.length);
  let [head, tail] = [1, 0];
  while (head < most && line[head] === other[head]) head++;
  while (tail < most - head && line.at(-1 - tail) === other.at(-1 - tail)) tail++;
  const start = Math.max(2, head - context);
  const end = Math.min(line.length - tail + context, start + 2 * maxLineLength);
  return `${line.slice(0, 2)}${start > 2 ? '… ' : ''}${line.slice(start, end)}${end < line.length ? ' …' : ''}`;
}
