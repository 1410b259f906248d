// Stretches of characters that show nothing. A long text may hold millions, and emoji, Persian and Hindi need some: only
// those that could matter are kept, and past a limit neighbours are taken together.

/** A stretch of characters that show nothing, in the original text. */
export interface InvisibleRun {
  readonly start: number;
  readonly end: number;
}

const limit = 16_384;
/** How near runs must be to count as one once there are too many of them. */
const coarse = 64;

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isDirection = (code: number): boolean =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** Collects hidden characters in the order of the text. */
export class InvisibleRunCollector {
  readonly runs: InvisibleRun[] = [];
  private start = -1;
  private end = -1;

  constructor(private readonly text: string) {}

  add(start: number, end: number): void {
    if (this.end !== start) {
      this.close();
      this.start = start;
    }
    this.end = end;
  }

  /** Ends the last run. One joiner matters only if it turns the direction or splits a Latin word. */
  close(): void {
    const { start, end, text } = this;
    if (end < 0) return;
    this.end = -1;
    const matters =
      end - start > 1 ||
      isDirection(text.charCodeAt(start)) ||
      (isAsciiLetter(text.charCodeAt(start - 1)) && isAsciiLetter(text.charCodeAt(end)));
    if (!matters) return;
    const last = this.runs[this.runs.length - 1];
    if (last !== undefined && this.runs.length >= limit && start - last.end < coarse)
      this.runs[this.runs.length - 1] = { start: last.start, end };
    else this.runs.push({ start, end });
  }
}
