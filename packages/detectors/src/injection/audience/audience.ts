// Determines to whom a text is addressed. A demand among people uses the same words as an attack: `forget what I told
// you`, `tell nobody`. But it mentions relatives, meetings or recipes, and neither a model nor its user.

import { has } from '../sentences/sentence.js';
import { audienceClass } from './audience-class.js';
import { findAudienceWords } from './audience-lexicon.js';

/** To whom a text is addressed. */
export interface Audience {
  /** The number of words for persons, letters and occasions. */
  readonly people: number;
  /** True if the text mentions a model, its user or its technical environment. */
  readonly hasMachine: boolean;
  /** True if the text contains the title of rules for people who use assistants. */
  readonly isGuideline: boolean;
  /** True if the text prohibits to pass on a secret. */
  readonly hasProhibition: boolean;
}

/** Matches addresses, files, commands and names in programs. */
const technical = /:\/\/|~\/|\.env\b|id_rsa|`|\b(?:curl|wget|sudo|rm -)|\b[a-z]+_[a-z]+\b/;
/** Matches abbreviations for models, which are words of other languages in lower case. */
const abbreviation = /(?<![\p{L}\d])(?:AI|A\.I\.|KI|IA|LLM|GPT|ИИ|ШІ|YZ)(?!\p{L})/u;

const { person, letter, occasion } = audienceClass;

/** Reads a normalized text. `asWritten` is the same text in its original case. */
export function findAudience(text: string, asWritten: string): Audience {
  let people = 0;
  let classes = 0;
  let until = 0;
  for (const word of findAudienceWords(text)) {
    classes |= word.classes;
    if (!has(word.classes, person | letter | occasion) || word.start < until) continue;
    until = word.end;
    people += 1;
  }
  return {
    people,
    hasMachine: has(classes, audienceClass.machine) || technical.test(text) || abbreviation.test(asWritten),
    isGuideline: has(classes, audienceClass.guideline),
    hasProhibition: has(classes, audienceClass.prohibition),
  };
}

/** Tests whether the text contains a word such as `all`. */
export const hasQuantifier = (text: string): boolean =>
  findAudienceWords(text).some(({ classes }) => has(classes, audienceClass.quantifier));
