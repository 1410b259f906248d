// Secrets out of the short texts of a record: the names, ids and reasons that a peer can write anything into.

import { type Engine, type Finding, redact } from '@claw/detectors';
import { findPossibleSecrets } from './possible-secrets.js';

/** Most texts come again and again; each is searched once. */
const REMEMBERED = 512;
/** Longer ones are searched again: an id may be as long as a message. */
const LONGEST = 1024;
/** No secret is as short as this. */
const SHORT = 8;
const UUID = /^"?[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"?$/i;

/** Masks one member of the records that are made under one policy. */
class Masker {
  readonly #engine: () => Engine;
  readonly #known = new Map<string, string>();
  /** Most texts are the one before: comparing them is cheaper than looking them up. */
  #last = '';
  #lastMasked = '';

  constructor(engine: () => Engine) {
    this.#engine = engine;
  }

  /** The text without its secrets. */
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
 * One for each member: most records say there what the one before said. They belong to a policy and not to a connection, since
 * over HTTP a connection may be a single call.
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

/** A text as a record may hold it: what is secret in it, or looks too much like it, is cut out. */
export const maskSecrets = (text: string, engine: Engine): string => redact(text, findSecrets(text, engine));

/** What must not be written down. */
export function findSecrets(text: string, engine: Engine): readonly Finding[] {
  const bytes = encoder.encode(text);
  // What a search needs is built for the first one, and most sessions need none.
  return secretsAmong(engine.mayMatch(bytes, 0, bytes.length, 'text') ? engine.detect(text) : [], text);
}

/** What must not be written down of a text in which the engine has found this. */
export const secretsAmong = (found: readonly Finding[], text: string): readonly Finding[] => [
  ...found.filter(({ kind }) => kind === 'secrets'),
  ...findPossibleSecrets(text).map((span) => ({ ...RISKY, ...span })),
];

const encoder = new TextEncoder();

const RISKY = { kind: 'secrets', detector: 'risky-to-record', severity: 'low' } as const;
