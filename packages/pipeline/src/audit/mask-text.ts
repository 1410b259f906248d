// Masks secrets in the short texts of a log entry (names, ids and reasons), which are untrusted.

import { type Engine, type Finding, redact } from '@claw/detectors';
import { findPossibleSecrets } from './possible-secrets.js';

/** The number of cached results, because most texts occur repeatedly. */
const REMEMBERED = 512;
/** Longer texts are not cached. An id may be as long as a message. */
const LONGEST = 1024;
/** Shorter texts cannot contain a secret. */
const SHORT = 8;
const UUID = /^"?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"?$/i;

/** Masks one member of the log entries under one policy. */
class Masker {
  readonly #engine: () => Engine;
  readonly #known = new Map<string, string>();
  /**
   * The previous text and its result: most texts equal the previous one, and a comparison is faster than a lookup.
   */
  #last = '';
  #lastMasked = '';

  constructor(engine: () => Engine) {
    this.#engine = engine;
  }

  /** Returns the text without its secrets. */
  mask(text: string): string {
    if (text.length < SHORT) return text;
    if (text === this.#last) return this.#lastMasked;
    if (text.length > LONGEST) return maskSecrets(text, this.#engine());
    const masked = this.#look(text);
    [this.#last, this.#lastMasked] = [text, masked];
    return masked;
  }

  #look(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (UUID.test(text)) return text;
    const masked = maskSecrets(text, this.#engine());
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(text, masked);
    return masked;
  }
}

/**
 * The maskers for the members of log entries. Each member has its own masker, because most entries repeat the text of
 * the previous entry. They belong to a policy and not to a connection, because over HTTP a connection may be a single
 * call.
 */
export class FieldMasks {
  readonly method: Masker;
  readonly tool: Masker;
  readonly id: Masker;
  readonly client: Masker;
  readonly reason: Masker;
  readonly where: Masker;

  constructor(engine: () => Engine) {
    this.method = new Masker(engine);
    this.tool = new Masker(engine);
    this.id = new Masker(engine);
    this.client = new Masker(engine);
    this.reason = new Masker(engine);
    this.where = new Masker(engine);
  }
}

/** Masks secrets, and text that may be secret, for a log entry. */
export const maskSecrets = (text: string, engine: Engine): string => redact(text, findSecrets(text, engine));

/** Returns the parts of a text that must not be logged. */
export function findSecrets(text: string, engine: Engine): readonly Finding[] {
  const bytes = encoder.encode(text);
  // The search engine is built on first use, because most sessions do not need it.
  return secretsAmong(engine.mayMatch(bytes, 0, bytes.length, 'text') ? engine.detect(text) : [], text);
}

/** Returns the parts of a text that must not be logged, given the findings of the engine. */
export const secretsAmong = (found: readonly Finding[], text: string): readonly Finding[] => [
  ...found.filter(({ kind }) => kind === 'secrets'),
  ...findPossibleSecrets(text).map((span) => ({ ...RISKY, ...span })),
];

const encoder = new TextEncoder();

const RISKY = { kind: 'secrets', detector: 'risky-to-record', severity: 'low' } as const;
