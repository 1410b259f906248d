// Recognizes commands that process a URL as text: `grep -rn http://localhost:3000 src` does not open a connection.

import type { Facts } from '@claw/policy';

/** Programs that open no connection, whatever their arguments are. */
const LOCAL_PROGRAMS = new Set(
  `echo printf grep egrep fgrep rg ag ack cat head tail wc sort uniq cut tr nl fold fmt diff cmp comm jq yq ls tree pwd cd mkdir touch
   test [ true false : sleep date tee basename dirname realpath`.split(/\s+/),
);
const LOCAL_GIT = new Set('add commit tag log show diff status grep blame rev-parse describe'.split(' '));
/** A sed command that only substitutes text; other sed commands can run programs. */
const SUBSTITUTION = /^s([#|,!@/]).*\1.*\1[gipI0-9]*$/s;

/** Returns true if all programs in a command only process text. */
export function onlyMentions({ invocations, unknown }: NonNullable<Facts['shell']>): boolean {
  return !unknown && invocations.length > 0 && invocations.every(({ base, words }) => isLocal(base, words));
}

function isLocal(base: string, words: readonly string[]): boolean {
  if (base === 'git') return LOCAL_GIT.has(words[words[1] === '-C' ? 3 : 1] ?? '');
  if (base === 'sed')
    return (
      words.slice(1).every((word) => !word.includes('://') || SUBSTITUTION.test(word)) && plainSed(words)
    );
  return LOCAL_PROGRAMS.has(base);
}

const plainSed = (words: readonly string[]): boolean =>
  words
    .slice(1)
    .every((word) => /^-(?:i\S*|E|r|n|e)$/.test(word) || SUBSTITUTION.test(word) || /^[\w./~-]+$/.test(word));
