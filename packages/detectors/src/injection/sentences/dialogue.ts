// Tests whether another speaker occurs shortly before a position, as in `User: … AI: …`. A text may name a model many
// times, so text that was searched for one position is not searched again for the next position.

/** Matches a speaker and a colon. The search starts at the colon, because it is rarer than the words. */
const speaker = /:(?<=(\b(?:user|human|customer|me|you|question|q)\s?["*]{0,2}):)/g;
/** Matches a speaker at the start of the searched text, which may be inside a word. */
const atEdge = /(?:user|human|customer|me|you|question|q)\s?["*]{0,2}:/y;
const reach = 300;

/** Finds speakers in a text from start to end. */
export class Dialogue {
  /** The positions of the last speaker before a position and of the next speaker. */
  private last = -1;
  private next = -1;
  private nextEnd = 0;

  constructor(private readonly text: string) {}

  /** Tests whether a speaker occurs shortly before `at`. The positions of successive calls must not decrease. */
  isBefore(at: number): boolean {
    const from = Math.max(0, at - reach);
    if (this.nextEnd < from) this.find(from);
    while (this.nextEnd <= at) {
      this.last = this.next;
      this.find(this.nextEnd);
    }
    if (this.last >= from) return true;
    atEdge.lastIndex = from;
    return atEdge.test(this.text) && atEdge.lastIndex <= at;
  }

  private find(from: number): void {
    speaker.lastIndex = from;
    const found = speaker.exec(this.text);
    this.next = found === null ? -1 : found.index - (found[1] as string).length;
    this.nextEnd = found === null ? Number.POSITIVE_INFINITY : found.index + 1;
  }
}
