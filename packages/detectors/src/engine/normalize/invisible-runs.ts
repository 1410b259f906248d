// Collects ranges of invisible characters. A long text may contain millions of such characters, and emoji,
// Persian and Hindi require some of them. So only suspicious ranges are stored, and above a limit,
// neighboring ranges are merged.

/** A range of invisible characters in the original text. */
export interface InvisibleRun {
  readonly start: number;
  readonly end: number;
}

const limit = 16_384;
/** The maximum distance between ranges that are merged above the limit. */
const coarse = 64;

const isAsciiLetter = (code: number): boolean => (code | 32) >= 97 && (code | 32) <= 122;
const isDirection = (code: number): boolean =>
  (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);

/** Collects invisible characters, which are added in the order of the text. */
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

  /**
   * Completes the last range. A single invisible character is stored only if it changes the text direction or
   * splits a Latin word.
   */
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
