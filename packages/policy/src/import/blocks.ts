// Writes the output of an importer in blocks, so that one invalid value does not invalidate the other blocks. An
// invalid rule becomes a comment, an invalid line of a section is omitted, and both are reported.
import { parsePolicy } from '../parse/parse.js';

/**
 * A table of the generated policy. A rule is kept or omitted as a whole, because without one of its conditions it
 * would match more calls.
 */
export interface Block {
  readonly head: string;
  readonly lines: readonly string[];
  readonly isSection?: true;
}

/** Returns the text of all valid blocks. */
export async function writeBlocks(blocks: readonly Block[], notes: string[]): Promise<string> {
  const texts: string[] = [];
  for (const { head, lines, isSection } of blocks) {
    if (isSection) texts.push(toText(head, await keepLines(head, lines, notes)));
    else {
      const problem = await problemOf(toText(head, lines));
      if (problem === undefined) texts.push(toText(head, lines));
      else {
        notes.push(`${problem} Left out, as a comment: ${[head, ...lines].slice(0, 2).join(' ')}`);
        texts.push(
          toText(
            `# ${problem}`,
            [head, ...lines].map((line) => `# ${line}`),
          ),
        );
      }
    }
  }
  return texts.join('\n');
}

async function keepLines(head: string, lines: readonly string[], notes: string[]): Promise<string[]> {
  const kept: string[] = [];
  for (const line of lines) {
    const problem = await problemOf(toText(head, [line]));
    if (problem === undefined) kept.push(line);
    else notes.push(`${problem} Left out of ${head}: ${line}`);
  }
  return kept;
}

const toText = (head: string, lines: readonly string[]) => `${[head, ...lines].join('\n')}\n`;

async function problemOf(text: string): Promise<string | undefined> {
  const parsed = await parsePolicy(text);
  const [first] = parsed.ok ? [] : parsed.diagnostics;
  // The message becomes a comment, so it must not contain a line end from the imported text.
  return first && `${first.message}; ${first.help}.`.replace(/\p{Cc}/gu, ' ');
}
