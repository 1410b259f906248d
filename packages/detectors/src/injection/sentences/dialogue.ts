// Whether somebody else spoke shortly before a place. A text that calls a machine again and again asks for every call, so
// what was looked through for one is not looked through for the next.

/** The colon behind whoever speaks. Looked for from the colon, which is rarer than words are. */
const speaker = /:(?<=(\b(?:user|human|customer|me|you|question|q)\s?["*]{0,2}):)/g;
/** The same at the edge of what is looked at, which may be inside a word. */
const atEdge = /(?:user|human|customer|me|you|question|q)\s?["*]{0,2}:/y;
const reach = 300;

/** Remembers who speaks in a text that is read from front to back. */
export class Dialogue {
  /** Where the last speaker before the place begins, and where the next one begins and ends. */
  private last = -1;
  private next = -1;
  private nextEnd = 0;

  constructor(private readonly text: string) {}

  /** Whether somebody spoke before the place; places never go back. */
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
