// Removes or inserts members of an object in JSON text without changing the rest. Parsing and formatting the whole
// text would change the spelling of numbers. The text must be valid JSON.

interface Member {
  readonly key: string;
  readonly start: number;
  readonly valueStart: number;
  readonly end: number;
}

const isSpace = (text: string, at: number) => ' \t\n\r'.includes(text.charAt(at)) && at < text.length;

function skipSpace(text: string, at: number): number {
  let next = at;
  while (isSpace(text, next)) next++;
  return next;
}

/** Returns the position after the string that begins here. */
function endOfString(text: string, start: number): number {
  let at = start + 1;
  while (text.charAt(at) !== '"') at += text.charAt(at) === '\\' ? 2 : 1;
  return at + 1;
}

/** Returns the position after the value that begins here. */
function endOfValue(text: string, start: number): number {
  if (text.charAt(start) === '"') return endOfString(text, start);
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text.charAt(at);
    if (character === '"') at = endOfString(text, at) - 1;
    else if ('{['.includes(character)) depth++;
    else if ('}]'.includes(character) && --depth <= 0) return depth < 0 ? at : at + 1;
    else if (depth === 0 && ', \t\n\r'.includes(character)) return at;
  }
  return text.length;
}

/** Returns the members of the object that begins here. */
function membersOf(text: string, start: number): readonly Member[] {
  const members: Member[] = [];
  let at = skipSpace(text, start + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = endOfString(text, at);
    const valueStart = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, valueStart);
    members.push({ key: JSON.parse(text.slice(at, keyEnd)) as string, start: at, valueStart, end });
    at = skipSpace(text, end);
    if (text.charAt(at) === ',') at = skipSpace(text, at + 1);
  }
  return members;
}

/**
 * Returns the member at a path of names, or undefined if it does not exist or a part of the path is not an object.
 */
export function findMember(text: string, path: readonly string[]): Member | undefined {
  let start = skipSpace(text, 0);
  let found: Member | undefined;
  for (const name of path) {
    if (text.charAt(start) !== '{') return undefined;
    found = membersOf(text, start).find(({ key }) => key === name);
    if (found === undefined) return undefined;
    start = found.valueStart;
  }
  return found;
}

/** Returns the text without the member at a path. */
export function cutMember(text: string, path: readonly string[]): string {
  const member = findMember(text, path);
  if (member === undefined) return text;
  const parent = path.length === 1 ? skipSpace(text, 0) : findMember(text, path.slice(0, -1))?.valueStart;
  const siblings = membersOf(text, parent as number);
  const place = siblings.findIndex(({ start }) => start === member.start);
  const [before, after] = [siblings[place - 1], siblings[place + 1]];
  if (before !== undefined) return text.slice(0, before.end) + text.slice(member.end);
  return text.slice(0, member.start) + text.slice(after?.start ?? member.end);
}

/**
 * Returns the text with a new value at a path. If the member does not exist, it is added as the first member of its
 * parent.
 */
export function putMember(text: string, path: readonly string[], value: string): string {
  const member = findMember(text, path);
  if (member !== undefined) return text.slice(0, member.valueStart) + value + text.slice(member.end);
  const parent = findMember(text, path.slice(0, -1));
  if (parent === undefined) return text;
  const at = parent.valueStart + 1;
  const comma = membersOf(text, parent.valueStart).length > 0 ? ',' : '';
  return `${text.slice(0, at)}${JSON.stringify(path.at(-1))}:${value}${comma}${text.slice(at)}`;
}
