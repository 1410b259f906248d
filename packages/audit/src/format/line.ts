// Writes the members of a record into its line. This code runs for each message that is checked, so it writes the
// members directly in a fixed order and copies values that are already JSON.

import { createHash } from 'node:crypto';
import type { LineBuffer } from './line-buffer.js';
import type { AuditEntry } from './port-types.js';

/**
 * The maximum length of arguments; longer ones are recorded by size and digest, so that one call cannot displace
 * thousands of others from the log.
 */
const maxArgumentsLength = 16 * 1024;

/** The maximum length of a name. Names are untrusted, so they could displace other records as well. */
const maxNameLength = 1024;
/** The maximum number of findings and steps that are recorded for one message. */
const maxItems = 64;

/** Limits untrusted text to the maximum length of a name. */
const shorten = (text: string): string =>
  text.length <= maxNameLength
    ? text
    : `${text.slice(0, maxNameLength)}… (${text.length - maxNameLength} more characters)`;

const plain = /^[ !#-[\]-~]*$/;

/** Formats a string as JSON; most strings need no escapes. */
export const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/**
 * Caches the text of members that most records share with the previous one, because comparing the values is faster
 * than formatting them.
 */
function createMembers<Value>(toText: (...values: readonly (Value | undefined)[]) => string) {
  let [first, second, third, fourth, fifth]: readonly (Value | undefined)[] = [];
  let bytes: Uint8Array | undefined;
  return (a?: Value, b?: Value, c?: Value, d?: Value, e?: Value): Uint8Array => {
    if (bytes !== undefined && a === first && b === second && c === third && d === fourth && e === fifth)
      return bytes;
    bytes = undefined;
    [first, second, third, fourth, fifth] = [a, b, c, d, e];
    bytes = Buffer.from(toText(a, b, c, d, e));
    return bytes;
  };
}

const member = (name: string, value: string | undefined): string =>
  value === undefined ? '' : `,"${name}":${quote(shorten(value))}`;

/**
 * Creates a function that writes the members of decisions and replies, between the first and the last members that
 * all records have.
 */
export function createEntryWriter(): (entry: AuditEntry, line: LineBuffer) => void {
  const of = { decision: createEntryMembers(), reply: createEntryMembers() };
  return (entry, line) => {
    const { who, what } = of[entry.kind];
    line.copy(who(entry.client, entry.identity, entry.address, entry.direction));
    if (entry.id !== undefined) {
      line.copy(ID);
      line.text(idText(entry.id));
    }
    line.copy(what(entry.method, entry.tool, entry.decision, entry.rule, entry.reason));
    line.text(findingsText(entry));
    line.copy(DECIDE_US);
    line.number(Math.round(entry.decideUs));
    writeArguments(entry.arguments, line);
    if (entry.callSeq !== undefined) {
      line.copy(CALL_SEQ);
      line.number(entry.callSeq);
    }
    if (entry.latencyUs !== undefined) {
      line.copy(LATENCY_US);
      line.number(Math.round(entry.latencyUs));
    }
    if (entry.observed) line.text(',"observed":true');
  };
}

type Text = string | undefined;

const peerText = (client: Text, identity: Text, address: Text, direction: Text): string =>
  `${member('client', client)}${member('identity', identity)}${member('address', address)},"direction":"${direction}"`;

const whatText = (method: Text, tool: Text, decision: Text, rule: Text, reason: Text): string =>
  `${member('method', method)}${member('tool', tool)},"decision":"${decision}"${member('rule', rule)}${member('reason', reason)}`;

const createEntryMembers = () => ({
  who: createMembers<string>(peerText),
  what: createMembers<string>(whatText),
});

const [ID, DECIDE_US, ARGUMENTS, CALL_SEQ, LATENCY_US] = [
  'id',
  'decide_us',
  'arguments',
  'call_seq',
  'latency_us',
].map((name) => Buffer.from(`,"${name}":`)) as [Buffer, Buffer, Buffer, Buffer, Buffer];

function findingsText(entry: AuditEntry): string {
  const findings = entry.findings.length === 0 ? NO_FINDINGS : `,"findings":${listText(entry.findings)}`;
  return saysNothingMore(entry) ? findings : `${findings},"trail":${listText(entry.trail)}`;
}

const NO_FINDINGS = ',"findings":[]';

function writeArguments(json: AuditEntry['arguments'], line: LineBuffer): void {
  const given = argumentsOf(json);
  if (given === undefined) return;
  line.copy(ARGUMENTS);
  if (typeof given === 'string') line.text(given);
  else line.copy(given);
}

/**
 * Returns true for a trail with a single step that equals the reason, as for most calls. Such a trail is not
 * recorded.
 */
const saysNothingMore = ({ trail, rule, reason }: AuditEntry): boolean => {
  const step = trail[0];
  if (step === undefined) return true;
  return trail.length === 1 && step.verdict === 'note' && step.rule === rule && step.reason === reason;
};

const listText = (list: readonly object[]): string =>
  list.length === 0 ? '[]' : JSON.stringify(list.slice(0, maxItems), shortenMember);

/** A replacer for `JSON.stringify` that limits all untrusted text to the maximum length of a name. */
export const shortenMember = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? shorten(value) : value;

const integer = /^-?(?:0|[1-9]\d{0,14})$/;

/** Returns an id as written if it is a whole number or a string, otherwise as text. */
const idText = (token: string): string =>
  integer.test(token) || (token.length <= maxNameLength && isJsonString(token))
    ? token
    : JSON.stringify(shorten(token));

function isJsonString(token: string): boolean {
  if (!token.startsWith('"') || !token.endsWith('"')) return false;
  try {
    return typeof JSON.parse(token) === 'string';
  } catch {
    return false;
  }
}

const argumentsOf = (json: AuditEntry['arguments']): string | Uint8Array | undefined =>
  json === undefined || json.length <= maxArgumentsLength ? oneLine(json) : digestOf(json);

// INVARIANT: a record is one line. White space in JSON may contain line feeds, which would end the line.
function oneLine(json: AuditEntry['arguments']): AuditEntry['arguments'] {
  if (typeof json !== 'string' || (!json.includes('\n') && !json.includes('\r'))) return json;
  try {
    return JSON.stringify(JSON.parse(json));
  } catch {
    return JSON.stringify(json);
  }
}

const digestOf = (text: string | Uint8Array): string =>
  JSON.stringify({
    left_out: 'too long for the log',
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  });

/**
 * Creates a function that formats times. Most records are from the same second as the previous one, so the text of
 * the second is reused.
 */
export function createInstantWriter(): (milliseconds: number, line: LineBuffer) => void {
  let second = Number.NaN;
  let beginning: Uint8Array = Buffer.alloc(0);
  return (milliseconds, line) => {
    const current = Math.floor(milliseconds / 1000);
    if (current !== second) {
      beginning = Buffer.from(new Date(current * 1000).toISOString().slice(0, -4));
      second = current;
    }
    line.copy(beginning);
    line.number(Math.floor(milliseconds) - current * 1000, 3);
  };
}
