// The reason why a line is rejected: a code and a message.

/** `-32700`: not JSON. `-32600`: JSON, but not a JSON-RPC message that we accept. */
export type ViolationCode = -32700 | -32600;

export interface Violation {
  readonly code: ViolationCode;
  readonly reason: string;
}

export const parseError = (reason: string): Violation => ({ code: -32700, reason });

export const invalidRequest = (reason: string): Violation => ({ code: -32600, reason });

const LONGEST_QUOTE = 64;

/** Untrusted text, shortened for a message. */
export const shorten = (text: string): string =>
  text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text;

/** An untrusted name, quoted. */
export const quoteName = (name: string): string => JSON.stringify(shorten(name));
