// Finds the words that show to whom a text is addressed. They are searched for only where an attack is about to be
// reported, so they do not slow down the search.

import { writeUnits } from '../../engine/normalize/units-from-text.js';
import { createTrie, readWith } from '../sentences/lexicon/lexicon.js';
import type { Word, WordTrie } from '../sentences/lexicon/word-trie.js';
import { audienceClass } from './audience-class.js';
import ar from './words/ar.txt';
import de from './words/de.txt';
import en from './words/en.txt';
import es from './words/es.txt';
import fr from './words/fr.txt';
import hi from './words/hi.txt';
import id from './words/id.txt';
import it from './words/it.txt';
import ja from './words/ja.txt';
import ko from './words/ko.txt';
import nl from './words/nl.txt';
import pl from './words/pl.txt';
import pt from './words/pt.txt';
import ru from './words/ru.txt';
import tr from './words/tr.txt';
import uk from './words/uk.txt';
import vi from './words/vi.txt';
import zh from './words/zh.txt';

const wordLists = [ar, de, en, es, fr, hi, id, it, ja, ko, nl, pl, pt, ru, tr, uk, vi, zh];

/** The trie is built when it is first needed. */
let trie: WordTrie | undefined;

/** The zeros behind the units, which a lookup of four letters may read. */
const padding = 4;

/** Finds the words in a normalized text in lower case, in order. */
export function findAudienceWords(text: string): readonly Word[] {
  trie ??= createTrie(wordLists, audienceClass);
  const units = new Uint16Array(text.length + padding);
  writeUnits(text, units);
  return readWith(trie, units, 0, text.length).words;
}
