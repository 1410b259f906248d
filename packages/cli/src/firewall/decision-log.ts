// Refusals and findings, one line each on stderr, so that a user sees why a call did not work. Clients keep stderr in log
// files, so a line names the tool and the rule and nothing of what was sent; `clawdefender audit` knows the rest.

import type { AuditEntry } from '@claw/pipeline';
import { cutText } from '../fold-text.js';
import { isRemark, otherRules } from '../other-rules.js';
import { printable } from '../printable.js';
import { shellWord } from '../shell-word.js';

/** What a decision about a message of this server looks like on stderr; undefined when there is nothing to tell. */
export function describeDecision(
  { kind, method, tool, decision, rule, trail, observed }: AuditEntry,
  server: string,
): string | undefined {
  const subject = tool === undefined ? method : `${method} \`${tool.slice(0, 100)}\``;
  const which = kind === 'reply' ? `the answer to ${subject}` : subject;
  const would = observed ? 'would have ' : '';
  const why = rule === PIN ? `${rule}: it has changed since it was accepted${lookAt(server, tool)}` : rule;
  if (decision === 'deny') return printable(`${would}refused ${which}: ${why}`);
  if (decision === 'prompt') return printable(`${would}asked about ${which}: ${why}`);
  const loud = trail.find(({ verdict }) => verdict === 'rewrite') ?? trail.find(isRemark);
  if (loud === undefined) return undefined;
  const did = loud.verdict === 'rewrite' ? `${would}redacted` : 'noticed in';
  const told = `${did} ${which}: ${loud.rule}${method === 'tools/list' ? aboutTools(loud, server) : ''}`;
  // A secret that is cut out must not keep anybody from hearing of the orders beside it.
  const others = otherRules(trail, loud.rule);
  return printable(others.length === 0 ? told : `${told}; also noticed: ${others.join(', ')}`);
}

/** Which tool of a list it is. What follows the first colon of a reason are the words of the server. */
function aboutTools({ rule, reason = '' }: AuditEntry['trail'][number], server: string): string {
  const [what = ''] = reason.split(': ');
  const told = what === '' ? '' : `: ${cutText(what, 200)}`;
  if (rule === PIN) return told + lookAt(server, undefined);
  return rule === 'tools.poisoning' ? told + lookAt(server, undefined, 'list') : told;
}

const PIN = 'tools.pin';

/** Where a person sees what has changed, or is suspicious. A name that cannot be typed is left out, and with it what follows. */
function lookAt(server: string, tool: string | undefined, verb = 'diff'): string {
  const names = [server, ...(tool === undefined ? [] : [tool])];
  const odd = names.findIndex((name) => name === '' || printable(name) !== name || name.includes('`'));
  const typed = names.slice(0, odd === -1 ? names.length : odd).map(shellWord);
  return `; look at it with \`${[`clawdefender tools ${verb}`, ...typed].join(' ')}\``;
}
