// The reason why a line is rejected: a code and a message.

/** `-32700`: the text is not JSON. `-32600`: it is JSON, but not a valid JSON-RPC message. */
export type ViolationCode = -32700 | -32600;

export interface Violation {
  readonly code: ViolationCode;
  readonly reason: string;
}

export const parseError = (reason: string): Violation => ({ code: -32700, reason });

export const invalidRequest = (reason: string): Violation => ({ code: -32600, reason });

const MAX_QUOTE_LENGTH = 64;

/** Truncates untrusted text for an error message. */
export const shorten = (text: string): string =>
  text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH)}…` : text;

/** Quotes an untrusted name. */
export const quoteName = (name: string): string => JSON.stringify(shorten(name));
