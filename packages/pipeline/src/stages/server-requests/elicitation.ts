// Checks requests from a server to the user: forms must not ask for passwords or keys, and links must not be
// misleading.

import type { Engine } from '@claw/detectors';
import { isRecord } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import { locate, pickFindings } from '../../findings/finding-verdicts.js';
import type { Reply, ServerNotification, Stage, Verdict } from '../../types.js';
import { findLinkProblem, findUrlProblem } from '../network/links.js';
import { findSecretField } from './secret-fields.js';

type ConfiguredAction = Settings['elicitation']['secrets'];

export const createElicitationStage = ({ elicitation }: Settings, engine: () => Engine): Stage => ({
  name: 'elicitation',
  request(call) {
    if (call.method !== 'elicitation/create') return undefined;
    const { url, mode } = call.params;
    const problem = url !== undefined || mode === 'url' ? judgeUrl(url) : undefined;
    // A form that contains a link is checked as a form, not as a link.
    if (problem !== undefined || (mode === 'url' && call.params['requestedSchema'] === undefined))
      return problem;
    const secretField = findSecretField(call.params);
    if (secretField === undefined) return undefined;
    return verdictFor(elicitation.secrets, `the form asks the user for a secret: ${secretField}`);
  },
  reply(reply, { clock }) {
    // The response to a form that was sent as a task comes later, as the response to `tasks/result`.
    if (!('request' in reply) || reply.origin?.method !== 'elicitation/create')
      return judgeUrlsInError(reply);
    if (elicitation.secrets === 'allow') return undefined;
    return whenReady(reply.texts.search(engine(), { as: 'result' }, clock), (all) => {
      const found = pickFindings(all, ({ kind }) => kind === 'secrets');
      if (found.length === 0) return undefined;
      const verdict = secretInFormVerdict(elicitation.secrets);
      const details = verdict?.kind === 'deny' ? { ...verdict, blocked: true } : verdict;
      return details && { ...details, findings: locate(found) };
    });
  },
});

/** Returns the verdict on a completed form that contains a secret. */
export const secretInFormVerdict = (word: ConfiguredAction): Verdict | undefined =>
  verdictFor(word, 'the submitted form contains a secret');

function verdictFor(word: ConfiguredAction, reason: string): Verdict | undefined {
  const details = { rule: 'elicitation.secrets', reason };
  if (word === 'allow') return undefined;
  if (word === 'log') return { kind: 'note', ...details };
  if (word === 'prompt') return { kind: 'ask', ...details };
  return {
    kind: 'deny',
    ...details,
    suggestion: 'configure secrets in the server itself instead of sending them in a form',
  };
}

/** Checks a link for the user. It must lead to a web page and must not have a misleading name before its host. */
function judgeUrl(url: unknown, problemOf = findUrlProblem): Verdict | undefined {
  const problem = problemOf(url);
  if (problem === undefined) return undefined;
  return { kind: 'deny', rule: 'elicitation.url', reason: `the link in the request ${problem}` };
}

/** Checks the links in an error ("open this first"), including the error of a task. */
function judgeUrlsInError(reply: Reply | ServerNotification): Verdict | undefined {
  const { message, direction, texts } = reply;
  const failed = 'failed' in message && message.failed;
  if (direction !== 'server-to-client' || !(failed || texts.keyCounts.taskId > 0)) return undefined;
  const { error, result, params } = message.value as Record<'error' | 'result' | 'params', unknown>;
  const errors = [error, ...[result, params].map((state) => isRecord(state) && state['error'])];
  const links = errors
    .filter(isRecord)
    .filter(({ code }) => code === -32042)
    .flatMap(linksOf);
  for (const link of links) {
    const verdict = judgeUrl(link, findLinkProblem);
    if (verdict !== undefined) return { ...verdict, blocked: true } as Verdict;
  }
  return undefined;
}

function linksOf({ data }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const elicitations = isRecord(data) ? data['elicitations'] : undefined;
  return Array.isArray(elicitations) ? elicitations.filter(isRecord).map(({ url }) => url) : [];
}
