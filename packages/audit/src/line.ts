// A record as the text of its line. This runs for every reviewed message, so the text is put together by hand: the
// members come in a fixed order, and what is JSON already is taken as it is.

import { createHash } from 'node:crypto';
import type { AuditEntry } from './port-types.js';

/** Longer arguments are recorded by size and digest: one call must not push a thousand others out of the log. */
const longestArguments = 16 * 1024;

/** Neither must a name: whoever writes it can write anything into it. */
const longestName = 1024;
/** More findings and steps of one message say nothing new. */
const mostItems = 64;

/** A text of a stranger, not longer than a name. */
const shorten = (text: string): string =>
  text.length <= longestName
    ? text
    : `${text.slice(0, longestName)}… (${text.length - longestName} more characters)`;

const plain = /^[ !#-[\]-~]*$/;

/** A string as JSON; most hold nothing that has to be escaped. */
export const quote = (text: string): string => (plain.test(text) ? `"${text}"` : JSON.stringify(text));

/** The same names come again and again; comparing one is cheaper than looking for what has to be escaped. */
function createMember(name: string): (value: string | undefined) => string {
  let [last, text] = ['', `,"${name}":""`];
  return (value) => {
    if (value === undefined) return '';
    if (value !== last) [last, text] = [value, `,"${name}":${quote(shorten(value))}`];
    return text;
  };
}

/** The members of one record between those that every record begins and ends with. */
export interface Members {
  readonly before: string;
  /** What is JSON in bytes already. */
  readonly bytes?: Uint8Array | undefined;
  /** ASCII. */
  readonly after: string;
}

/** Gives the members of a decision or a reply. */
export function createEntryMembers(): (entry: AuditEntry) => Members {
  const [client, identity, method] = [
    createMember('client'),
    createMember('identity'),
    createMember('method'),
  ];
  const [tool, rule, reason] = [createMember('tool'), createMember('rule'), createMember('reason')];
  return (entry) => {
    const given = argumentsOf(entry.arguments);
    const isText = typeof given === 'string';
    return {
      before: `${client(entry.client)}${identity(entry.identity)},"direction":"${entry.direction}"${
        entry.id === undefined ? '' : `,"id":${idText(entry.id)}`
      }${method(entry.method)}${tool(entry.tool)},"decision":"${entry.decision}"${rule(entry.rule)}${reason(
        entry.reason,
      )},"findings":${listText(entry.findings)}${
        saysNothingMore(entry) ? '' : `,"trail":${listText(entry.trail)}`
      },"decide_us":${Math.round(entry.decideUs)}${given === undefined ? '' : ',"arguments":'}${isText ? given : ''}`,
      bytes: isText ? undefined : given,
      after: `${entry.callSeq === undefined ? '' : `,"call_seq":${entry.callSeq}`}${
        entry.latencyUs === undefined ? '' : `,"latency_us":${Math.round(entry.latencyUs)}`
      }${entry.observed ? ',"observed":true' : ''}`,
    };
  };
}

/** A trail of one remark that is the reason itself, as most calls leave it. */
const saysNothingMore = ({ trail, rule, reason }: AuditEntry): boolean => {
  const step = trail[0];
  if (step === undefined) return true;
  return trail.length === 1 && step.verdict === 'note' && step.rule === rule && step.reason === reason;
};

const listText = (list: readonly object[]): string =>
  list.length === 0 ? '[]' : JSON.stringify(list.slice(0, mostItems), shortenMember);

/** For `JSON.stringify`: no text of a stranger is longer than a name. */
export const shortenMember = (_name: string, value: unknown): unknown =>
  typeof value === 'string' ? shorten(value) : value;

const integer = /^-?\d{1,15}$/;

/** An id as it was spelt is JSON already; what is not is kept as text. */
const idText = (token: string): string =>
  integer.test(token)
    ? token
    : token.length <= longestName && isJsonString(token)
      ? token
      : JSON.stringify(shorten(token));

function isJsonString(token: string): boolean {
  if (!token.startsWith('"')) return false;
  try {
    return typeof JSON.parse(token) === 'string';
  } catch {
    return false;
  }
}

const argumentsOf = (json: AuditEntry['arguments']): string | Uint8Array | undefined =>
  json === undefined || json.length <= longestArguments ? oneLine(json) : digestOf(json);

// INVARIANT: a record is one line. White space of JSON may hold line feeds, which would end it.
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
    left_out: 'too long to be recorded',
    bytes: Buffer.byteLength(text),
    sha256: createHash('sha256').update(text).digest('hex'),
  });

/** Instants as text. Most records share their second with the one before. */
export function createInstantText(): (milliseconds: number) => string {
  let second = Number.NaN;
  let beginning = '';
  return (milliseconds) => {
    const current = Math.floor(milliseconds / 1000);
    if (current !== second) {
      second = current;
      beginning = new Date(current * 1000).toISOString().slice(0, -4);
    }
    const rest = Math.floor(milliseconds) - current * 1000;
    return `${beginning}${rest < 10 ? '00' : rest < 100 ? '0' : ''}${rest}Z`;
  };
}
