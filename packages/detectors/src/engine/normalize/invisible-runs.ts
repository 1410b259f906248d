// Ranges of invisible characters. A long text may contain millions, and emoji, Persian and Hindi need some; only
// relevant ranges are stored, and above a limit, neighbors are merged.

/** A range of invisible characters in the original text. */
export interface InvisibleRun {
  readonly start: number;
  readonly end: number;
}

const limit = 16_384;
/** The maximum distance of merged ranges, once there are too many. */
const coarse = 64;

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isDirection = (code: number): boolean =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** Collects invisible characters in the order of the text. */
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

  /** Ends the last range. A single joiner is relevant only if it changes the direction or splits a Latin word. */
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
