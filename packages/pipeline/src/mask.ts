// Secrets out of the short texts of a record: the names, ids and reasons that a peer can write anything into.

import { type Engine, type Finding, redact } from '@claw/detectors';
import { findRisky } from './looks-secret.js';

/** Most texts come again and again; each is searched once. */
const REMEMBERED = 512;
/** No secret is as short as this. */
const SHORT = 8;
const UUID = /^"?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"?$/i;

/** Masks the texts of one connection. */
export class Masker {
  #engine: Engine | undefined;
  readonly #known = new Map<string, string>();

  /** The text without its secrets. */
  mask(text: string, engine: Engine): string {
    if (text.length < SHORT) return text;
    if (engine !== this.#engine) this.#known.clear();
    this.#engine = engine;
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    if (UUID.test(text)) return text;
    const masked = redact(text, secretsIn(text, engine));
    if (this.#known.size >= REMEMBERED) this.#known.clear();
    this.#known.set(text, masked);
    return masked;
  }
}

/** What must not be written down. */
export const secretsIn = (text: string, engine: Engine): readonly Finding[] => [
  ...engine.detect(text).filter(({ kind }) => kind === 'secrets'),
  ...findRisky(text).map((span) => ({ ...RISKY, ...span })),
];

const RISKY = { kind: 'secrets', detector: 'risky-to-record', severity: 'low' } as const;
