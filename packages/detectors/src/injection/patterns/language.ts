// Attack patterns of one language other than English. Texts are folded before matching, so in patterns and literals Latin
// letters carry no accents and Arabic letters no marks.

import { createSignal, type Signal } from '../signal.js';

/** A pattern with its literals and a text that it must match. */
interface LanguagePattern {
  readonly literals: readonly string[];
  /** One of these must occur near a literal, if the literals are common words. */
  readonly secondLiterals?: readonly string[];
  /** The longest distance between the ends of a literal and such a word. */
  readonly secondReach?: number;
  readonly pattern: string;
  readonly hit: string;
}

/** The attacks that are searched in every language: technique and weight. */
const kinds = {
  /** Earlier instructions are to be ignored. */
  override: { technique: 'override', weight: 6 },
  /** The same with other verbs and idioms. */
  dismiss: { technique: 'override', weight: 6 },
  /** Earlier instructions are said to be void. */
  revoke: { technique: 'override', weight: 6 },
  /** Only this text is to be obeyed. */
  'obey-text': { technique: 'obey-this-text', weight: 6 },
  /** The user is not to be informed. */
  conceal: { technique: 'conceal', weight: 6 },
  /** The user must not find out. */
  'keep-unaware': { technique: 'conceal', weight: 6 },
  /** The system prompt is to be shown. */
  'reveal-prompt': { technique: 'reveal', weight: 5 },
  /** Secrets are to be sent away. */
  'send-secrets': { technique: 'send-private-data', weight: 4 },
} as const;

/** The patterns of a language. */
export interface Language {
  /** The ISO 639-1 code. */
  readonly code: string;
  readonly patterns: Readonly<Partial<Record<keyof typeof kinds, LanguagePattern>>>;
  /** Texts that none of its patterns may match. */
  readonly miss: readonly string[];
}

/** The signals of a language, one for each of its patterns. */
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
