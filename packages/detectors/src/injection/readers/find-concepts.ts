// Finds the concepts that a sentence expresses. Each word list is searched only once, so the time is linear in the
// length of the sentence.

import { allConcepts, type Concept, type ConceptName, type Concepts } from './concepts.js';
import { isDemanded, isImperativeAt, type Mood } from './demand.js';

/** The maximum distance between the parts of a concept. */
const nearby = 70;
/** The maximum number of occurrences of a part that are examined. */
const most = 24;

/** The occurrences of a part in a sentence: starts and ends in turn. */
type Places = readonly number[];

/** Concepts that are statements and not demands. */
const statements: ReadonlySet<ConceptName> = new Set([
  'consent',
  'precedence',
  'parameter',
  'image',
  'preference',
]);

/** Matches a client that identifies itself: `pass your key in the header`. */
const ownLogin =
  /\byour (?:own )?(?:\w+ )?(?:key|token|credentials)\b.{0,40}\bheaders?\b|\bauthorization\b|\bbearer\b/;
/** Matches a prohibition that protects secrets: `never print credentials`. */
const ownSecrets =
  /\b(?:secrets?|credentials?|passwords?|tokens?|keys?|pii|personal(?:ly)?|sensitive|confidential data|customer data|private data|\.env\b|pins?|internal|system prompt|medical|attribut\w+|co-authored\w*)\b/;

/** Returns the weights of the concepts that a sentence expresses. */
export function findConcepts(sentence: string, mood: Mood): ReadonlyMap<ConceptName, number> {
  const all = allConcepts();
  const reading = new SentenceReading(sentence, all);
  const found = new Map<ConceptName, number>();
  for (const concept of all.concepts)
    if (concept.sequences.some((sequence) => expresses(reading, sequence, concept, mood)))
      found.set(concept.name, concept.weight);
  if ((found.has('secrets') || found.has('exfiltration')) && ownLogin.test(sentence)) {
    found.delete('secrets');
    found.delete('exfiltration');
  }
  return found;
}

/** Tests whether the parts of a sequence follow each other and the first one is demanded. */
function expresses(
  reading: SentenceReading,
  sequence: readonly number[],
  concept: Concept,
  mood: Mood,
): boolean {
  const { sentence } = reading;
  /** The ends of the parts so far. */
  let ends: number[] = [];
  for (let index = 0; index < sequence.length; index += 1) {
    const places = reading.placesOf(sequence[index] as number);
    const next: number[] = [];
    for (let at = 0; at < places.length; at += 2) {
      const start = places[at] as number;
      const end = places[at + 1] as number;
      if (index === 0 ? isExpressedAt(sentence, start, end, concept, mood) : isNear(ends, start))
        next.push(end);
    }
    if (next.length === 0) return false;
    ends = next;
  }
  return true;
}

const isNear = (ends: readonly number[], start: number): boolean =>
  ends.some((end) => end <= start && start - end <= nearby);

function isExpressedAt(
  sentence: string,
  start: number,
  end: number,
  { name, isNegative }: Concept,
  mood: Mood,
): boolean {
  if (name === 'concealment' && ownSecrets.test(sentence.slice(start, end + 60))) return false;
  return (
    (isNegative || isDemanded(sentence, start)) &&
    (mood === 'any' || statements.has(name) || isImperativeAt(sentence, start))
  );
}

const word = /[a-z]+(?:-[a-z]+)?/g;
const auxiliary = /^(?:be|been|is|are)$/;

/** The places of the parts in one sentence. */
class SentenceReading {
  private readonly places: (Places | undefined)[] = [];
  /** The verbs: start, end and lists in turn. */
  private readonly verbs: number[] = [];

  constructor(
    readonly sentence: string,
    private readonly all: Concepts,
  ) {
    let passiveFrom = -1;
    let wordsBehind = 0;
    for (const { 0: text, index } of sentence.matchAll(word)) {
      const lists = all.verbs.get(text);
      if (lists !== undefined) this.verbs.push(index, index + text.length, lists);
      const passive = wordsBehind > 0 ? all.participles.get(text) : undefined;
      if (passive !== undefined) this.verbs.push(passiveFrom, index + text.length, passive);
      wordsBehind -= 1;
      if (auxiliary.test(text)) {
        passiveFrom = index;
        wordsBehind = 2;
      }
    }
  }

  /** Returns the places of a part. */
  placesOf(part: number): Places {
    const known = this.places[part];
    if (known !== undefined) return known;
    const found = this.search(part);
    this.places[part] = found;
    return found;
  }

  private search(number: number): Places {
    const part = this.all.parts[number];
    const found: number[] = [];
    if (part === undefined) return found;
    if ('verbs' in part) {
      for (let at = 0; at < this.verbs.length && found.length < 2 * most; at += 3)
        if (((this.verbs[at + 2] as number) & part.verbs) !== 0)
          found.push(this.verbs[at] as number, this.verbs[at + 1] as number);
      return found;
    }
    const { pattern } = part;
    pattern.lastIndex = 0;
    for (
      let match = pattern.exec(this.sentence);
      match !== null && found.length < 2 * most;
      match = pattern.exec(this.sentence)
    ) {
      found.push(match.index, match.index + match[0].length);
      if (match[0] === '') pattern.lastIndex += 1;
    }
    return found;
  }
}
