// Long lists of phrases, tried at a place of a text. A pattern of hundreds of phrases is slow to try, and takes so much room
// once it is compiled that the engine below stops making others fast. Those that can begin with the letters of a place are few.

import { meeting } from '../meeting.js';
import { alternativesOf, beginningsOf, width } from './beginnings.js';

/** Phrases of one list that begin with the same letters. */
interface Group<Name extends string> {
  readonly name: Name;
  readonly phrases: string[];
  /** Made when such letters are first met. */
  pattern?: RegExp;
}

/** Tells which of some lists of phrases have one that stands at a place where a word starts. */
export class Openings<Name extends string> {
  private readonly groups = new Map<string, Group<Name>[]>();

  constructor(lists: Readonly<Record<Name, RegExp>>) {
    /** By name and letters: what can begin in several ways is in one group all the same. */
    const known = new Map<string, Group<Name>>();
    for (const [name, { source }] of Object.entries<RegExp>(lists))
      for (const phrase of alternativesOf(source)) {
        const beginnings = [...(beginningsOf(phrase) ?? [''])].sort();
        const key = [name, ...beginnings].join('\n');
        const group = known.get(key);
        if (group !== undefined) {
          group.phrases.push(phrase);
          continue;
        }
        const opened = { name: name as Name, phrases: [phrase] };
        known.set(key, opened);
        for (const beginning of beginnings) this.add(beginning, opened);
      }
  }

  /** Tells the name of each list that has a phrase there. */
  forEachAt(text: string, at: number, take: (name: Name) => void): void {
    const groups = this.groups.get(text.slice(at, at + width));
    if (groups === undefined) return;
    for (const group of groups) {
      group.pattern ??= new RegExp(meeting(group.phrases.join('|')), 'y');
      group.pattern.lastIndex = at;
      if (group.pattern.test(text)) take(group.name);
    }
  }

  private add(beginning: string, group: Group<Name>): void {
    if (beginning.length < width)
      throw new Error(`a phrase must begin with words, not with \`${group.phrases.join('|').slice(0, 24)}\``);
    const groups = this.groups.get(beginning);
    if (groups === undefined) this.groups.set(beginning, [group]);
    else groups.push(group);
  }
}
