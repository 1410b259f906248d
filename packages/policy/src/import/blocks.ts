// What an importer writes, piece by piece, so that one value that we do not take cannot spoil the rest: a rule that
// does not load becomes a comment, a line of a section is left out, and both are told.
import { parsePolicy } from '../parse/parse.js';

/** A table of the policy to be written. A rule is kept as a whole: without one of its conditions it would be wider. */
export interface Block {
  readonly head: string;
  readonly lines: readonly string[];
  readonly isSection?: true;
}

/** The text of the blocks that load. */
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
  // It becomes a comment: what a stranger's text brings along must not end the line.
  return first && `${first.message}; ${first.help}.`.replace(/\p{Cc}/gu, ' ');
}
