// Creates the signals for one language other than English. Texts are normalized before matching, so Latin letters in
// patterns and literals have no accents, and Arabic letters have no marks.

import { createSignal, type Signal } from '../signal.js';

/** A pattern with its literals and a text that it must match. */
interface LanguagePattern {
  readonly literals: readonly string[];
  /** Additional literals, used if the literals are common words. One of them must occur near a literal. */
  readonly secondLiterals?: readonly string[];
  /** The maximum distance between the ends of a literal and an additional literal. */
  readonly secondReach?: number;
  readonly pattern: string;
  readonly hit: string;
}

/** The attacks that are searched for in every language, with their technique and weight. */
const kinds = {
  /** Demands that earlier instructions are ignored. */
  override: { technique: 'override', weight: 6 },
  /** Demands that earlier instructions are ignored, with other verbs and idioms. */
  dismiss: { technique: 'override', weight: 6 },
  /** Claims that earlier instructions are void. */
  revoke: { technique: 'override', weight: 6 },
  /** Demands that only this text is obeyed. */
  'obey-text': { technique: 'obey-this-text', weight: 6 },
  /** Demands that the user is not informed. */
  conceal: { technique: 'conceal', weight: 6 },
  /** Demands that the user does not notice an action. */
  'keep-unaware': { technique: 'conceal', weight: 6 },
  /** Demands the system prompt. */
  'reveal-prompt': { technique: 'reveal', weight: 5 },
  /** Demands that secrets are sent. */
  'send-secrets': { technique: 'send-private-data', weight: 4 },
} as const;

/** The patterns of a language. */
export interface Language {
  /** The ISO 639-1 code. */
  readonly code: string;
  readonly patterns: Readonly<Partial<Record<keyof typeof kinds, LanguagePattern>>>;
  /** Texts that no pattern of the language may match. */
  readonly miss: readonly string[];
}

/** Creates the signals of a language, one for each of its patterns. */
export const createLanguageSignals = ({ code, patterns, miss }: Language): readonly Signal[] =>
  Object.entries(patterns).map(([kind, { hit, ...pattern }]) =>
    createSignal({
      name: `${kind}-${code}`,
      ...kinds[kind as keyof typeof kinds],
      severity: 'critical',
      ...pattern,
      samples: { hit: [hit], miss },
    }),
  );
