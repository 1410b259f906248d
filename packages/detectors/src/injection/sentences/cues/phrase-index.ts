// Indexes long lists of phrases by their first letters. A single pattern for hundreds of phrases would be slow, and
// its compiled code would be so large that V8 stops compiling other patterns. Only few phrases begin with the letters
// at a given position.

import { shareContinuations } from '../../regex-size.js';
import { alternativesOf, prefixesOf, prefixLength } from './phrase-prefixes.js';

/** The phrases of one list that begin with the same letters. */
interface Group<Name extends string> {
  readonly name: Name;
  readonly phrases: string[];
  /** The pattern for the phrases. It is compiled when such letters are first found. */
  pattern?: RegExp;
}

/** Finds the lists that contain a phrase at a given start of a word. */
export class PhraseIndex<Name extends string> {
  private readonly groups = new Map<string, Group<Name>[]>();

  constructor(lists: Readonly<Record<Name, RegExp>>) {
    /**
     * The groups by list name and letters. A phrase that can begin with different letters is in one group for all of
     * them.
     */
    const known = new Map<string, Group<Name>>();
    for (const [name, { source }] of Object.entries<RegExp>(lists))
      for (const phrase of alternativesOf(source)) {
        const prefixes = [...(prefixesOf(phrase) ?? [''])].sort();
        const key = [name, ...prefixes].join('\n');
        const group = known.get(key);
        if (group !== undefined) {
          group.phrases.push(phrase);
          continue;
        }
        const newGroup = { name: name as Name, phrases: [phrase] };
        known.set(key, newGroup);
        for (const prefix of prefixes) this.add(prefix, newGroup);
      }
  }

  /** Calls `onList` with the name of each list that contains a phrase at this position. */
  forEachAt(text: string, at: number, onList: (name: Name) => void): void {
    const groups = this.groups.get(text.slice(at, at + prefixLength));
    if (groups === undefined) return;
    for (const group of groups) {
      group.pattern ??= new RegExp(shareContinuations(group.phrases.join('|')), 'y');
      group.pattern.lastIndex = at;
      if (group.pattern.test(text)) onList(group.name);
    }
  }

  private add(prefix: string, group: Group<Name>): void {
    if (prefix.length < prefixLength)
      throw new Error(
        `a phrase must begin with words, but found \`${group.phrases.join('|').slice(0, 24)}\``,
      );
    const groups = this.groups.get(prefix);
    if (groups === undefined) this.groups.set(prefix, [group]);
    else groups.push(group);
  }
}
