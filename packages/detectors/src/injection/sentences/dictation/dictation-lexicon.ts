// Finds the words that dictate an answer or a judgment of a model in languages other than English.

import { writeUnits } from '../../../engine/normalize/units-from-text.js';
import { createTrie, readWith } from '../lexicon/lexicon.js';
import type { WordTrie } from '../lexicon/word-trie.js';
import { dictationClass } from './dictation-class.js';
import ar from './words/ar.txt';
import de from './words/de.txt';
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

const wordLists = [ar, de, es, fr, hi, id, it, ja, ko, nl, pl, pt, ru, tr, uk, vi, zh];

/** The trie is built when it is first needed. */
let trie: WordTrie | undefined;

/** The zeros behind the units, which a lookup of four letters may read. */
const padding = 4;

/** Returns the classes of all words in a normalized text in lower case. */
export function findDictation(text: string): number {
  trie ??= createTrie(wordLists, dictationClass);
  const units = new Uint16Array(text.length + padding);
  writeUnits(text, units);
  let all = 0;
  for (const { classes } of readWith(trie, units, 0, text.length).words) all |= classes;
  return all;
}
