// Detects commands of the firewall in which the program is named elsewhere in the text: by a wildcard, in the input
// of `xargs`, after `find -exec`, or in a redirection.

import type { Invocation } from '../../facts/commands/invocation.js';
import { compileOverlap, parseGlobWord } from '../../match/glob-overlap.js';
import type { EvaluationInput } from '../evaluation-input.js';

/** Commands that change what is denied. These words seldom occur together in other text. */
const CHANGES = new Set([
  'kill on',
  'kill off',
  'approvals approve',
  'approvals deny',
  'approvals revoke',
  'tools accept',
]);

/** Returns the command, if the text also names the program of the firewall. */
export function findIndirectCommand(input: EvaluationInput, files: ReadonlySet<string>): string | undefined {
  const { shell } = input.facts;
  if (shell === undefined) return undefined;
  const copy = shell.invocations.some(looksUpFirewall) ? shell.invocations.find(copies) : undefined;
  if (copy !== undefined) return copy.words.join(' ');
  for (const { words } of shell.invocations)
    for (let at = 1; at + 1 < words.length; at += 1)
      if (CHANGES.has(`${words[at]} ${words[at + 1]}`) && namesFirewall(input, files)) return words.join(' ');
  return undefined;
}

/** `cp $(which clawdefender) /tmp/x`: a copy or a link under another name would not be recognized. */
const looksUpFirewall = ({ base, words }: Invocation): boolean =>
  /^(?:which|command|type|whereis|readlink|realpath|where|hash)$/.test(base) &&
  words.some((word) => /claw/i.test(word));
const copies = ({ base, words }: Invocation): boolean =>
  /^(?:cp|ln|install|mv|rsync|ditto|link|dd|tee)$/.test(base) && words.some((word) => /[$`]/.test(word));

function namesFirewall(input: EvaluationInput, files: ReadonlySet<string>): boolean {
  const { paths, shell } = input.facts;
  // A single word that contains the name is sufficient, because the subcommand belongs to the firewall.
  if (shell?.words.some(({ text }) => /claw/i.test(text))) return true;
  return paths.some(({ source }, index) => {
    if (source !== 'command') return false;
    const { resolved, globs } = input.path(index);
    if (resolved.candidates.some((path) => files.has(path) || /claw/i.test(path))) return true;
    return globs.some((text) => {
      const word = parseGlobWord(text);
      return [...files].some((file) => compileOverlap(file)(word));
    });
  });
}
