// Reads the sentences that follow an address, up to the end of the paragraph.

/** A sentence in lower case with single spaces, and its end in the text. */
export interface PassageSentence {
  readonly sentence: string;
  readonly end: number;
}

/** The maximum length of a passage. */
export const maxPassageLength = 700;
const maxSentences = 6;

/** Matches the end of a paragraph, of a value or of a comment. A heading is followed by its paragraph. */
const textEnd =
  /\n[\s/*#>]{0,12}\n|-->|"\s?[}\]]|",\s?"|",?\s*\n|\*\/|<\/(?:p|div|li|td|span|section)>|\n#{1,4} /g;
const commentEnd = /\n[\s/*#>]{0,12}\n|\n(?![\s]{0,12}#)/g;

const startOfLine = (text: string, at: number): number => {
  const from = Math.max(0, at - lead);
  return from + text.slice(from, at + 1).lastIndexOf('\n') + 1;
};

/** Tests whether the text is in a line comment that continues on the next line. */
const isInComment = (text: string, at: number): boolean =>
  /^\s{0,12}# [^\n]{0,400}\n\s{0,12}# [a-z]/.test(text.slice(startOfLine(text, at), at + lead));
const sentenceEnd = /[.!?;](?=[\s"'<)*]|$)|$/g;
const lineStart = /\n\s*(?:\/\/+|#+|\*|>|--|-)?\s*/g;

/** The length of the text before words that imply a reader in which the demand may begin. */
const lead = 400;

/** Returns the start of the paragraph around words that imply a reader. */
export function startOfParagraph(text: string, at: number): number {
  const from = Math.max(0, at - lead);
  // Only the text that may belong to the paragraph is searched, because there may be no break at all.
  const before = text.slice(from, at + 1);
  const breakBefore = Math.max(
    before.lastIndexOf('\n\n'),
    before.lastIndexOf('<!--'),
    before.lastIndexOf('":"'),
  );
  return from + Math.max(0, breakBefore);
}

/** Returns the sentences of the passage that begins at `start`. */
export function readPassage(text: string, start: number): readonly PassageSentence[] {
  const limit = Math.min(text.length, start + maxPassageLength);
  const passage = text.slice(start, limit);
  // In a comment, the next line begins with the same mark as a heading.
  const paragraphEnd = isInComment(text, start) ? commentEnd : textEnd;
  paragraphEnd.lastIndex = 0;
  let stop = paragraphEnd.exec(passage);
  // The first paragraph is the heading.
  if (
    stop !== null &&
    stop.index < 60 &&
    !/[.!?]/.test(passage.slice(0, stop.index)) &&
    stop[0].startsWith('\n')
  )
    stop = paragraphEnd.exec(passage);
  const length = stop === null ? passage.length : stop.index;
  const sentences: PassageSentence[] = [];
  for (let at = 0; at < length && sentences.length < maxSentences; ) {
    sentenceEnd.lastIndex = at;
    const found = sentenceEnd.exec(passage);
    const end = Math.min(length, found === null ? length : found.index + Math.max(1, found[0].length));
    sentences.push({
      sentence: passage
        .slice(at, end)
        .replace(lineStart, ' ')
        .replace(/[\s*]+/g, ' '),
      end: start + end,
    });
    at = end;
  }
  return sentences;
}
