// Why a line is not a message that we let through: one code, one sentence.

/** `-32700`: not JSON. `-32600`: JSON, but not a JSON-RPC message that we accept. */
export type ViolationCode = -32700 | -32600;

export interface Violation {
  readonly code: ViolationCode;
  readonly reason: string;
}

export const parseError = (reason: string): Violation => ({ code: -32700, reason });

export const invalidRequest = (reason: string): Violation => ({ code: -32600, reason });

const LONGEST_QUOTE = 64;

/** Text that somebody else chose, short enough for a sentence. */
export const shorten = (text: string): string =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;

/** A name that somebody else chose, as a quotation. */
export const quoteName = (name: string): string => JSON.stringify(shorten(name));
