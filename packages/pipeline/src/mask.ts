// Secrets out of the short texts of a record: the names, ids and reasons that a peer can write anything into.

import { type Engine, type Finding, redact } from '@claw/detectors';
import { findRisky } from './looks-secret.js';

/** Most texts come again and again; each is searched once. */
const REMEMBERED = 512;
/** No secret is as short as this. */
const SHORT = 8;
const UUID = /^"?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"?$/i;

/** Masks one member of the records of one connection. */
export class Masker {
  #engine: Engine | undefined;
  readonly #known = new Map<string, string>();
  /** Most texts are the one before: comparing them is cheaper than looking them up. */
  #last = '';
  #lastMasked = '';

  /** The text without its secrets. */
  mask(text: string, engine: Engine): string {
    if (text.length < SHORT) return text;
    if (engine !== this.#engine) this.#forget(engine);
    if (text === this.#last) return this.#lastMasked;
    const masked = this.#look(text, engine);
    [this.#last, this.#lastMasked] = [text, masked];
    return masked;
  }

  #forget(engine: Engine): void {
    this.#engine = engine;
    this.#known.clear();
    this.#last = '';
    this.#lastMasked = '';
  }

  #look(text: string, engine: Engine): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (UUID.test(text)) return text;
    const masked = maskSecrets(text, engine);
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(text, masked);
    return masked;
  }
}

/** A text as a record may hold it: what is secret in it, or looks too much like it, is cut out. */
export const maskSecrets = (text: string, engine: Engine): string => redact(text, secretsIn(text, engine));

/** What must not be written down. */
export function secretsIn(text: string, engine: Engine): readonly Finding[] {
  const risky = findRisky(text).map((span) => ({ ...RISKY, ...span }));
  const bytes = encoder.encode(text);
  // What a search needs is built for the first one, and most sessions need none.
  if (!engine.screen(bytes, 0, bytes.length)) return risky;
  return [...engine.detect(text).filter(({ kind }) => kind === 'secrets'), ...risky];
}

const encoder = new TextEncoder();

const RISKY = { kind: 'secrets', detector: 'risky-to-record', severity: 'low' } as const;
