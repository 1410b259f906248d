// What a server asks the user for: no passwords and keys through a form that the firewall did not draw, and no link
// that is not what it seems.

import type { Engine } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { isRecord } from '../call.js';
import { locate, pickFindings } from '../findings.js';
import { always, type Notice, type Reply, type Stage, type Verdict } from '../types.js';
import { whenReady } from '../wait.js';
import { problemOfLink, problemOfUrl } from './links.js';
import { findSecretQuestion } from './secret-questions.js';

type Word = Settings['elicitation']['secrets'];

export const createElicitationStage = ({ elicitation }: Settings, engine: () => Engine): Stage => ({
  name: 'elicitation',
  holdsForAlikeCalls: always,
  holdsForAlikeReplies: ({ message, texts }) => !message.failed && texts.keys.taskId === 0,
  request(call) {
    if (call.method !== 'elicitation/create') return undefined;
    const { url, mode } = call.params;
    const problem = url !== undefined || mode === 'url' ? judgeUrl(url) : undefined;
    // A form does not become a link by having one.
    if (problem !== undefined || (mode === 'url' && call.params['requestedSchema'] === undefined))
      return problem;
    const asked = findSecretQuestion(call.params);
    if (asked === undefined) return undefined;
    return byWord(elicitation.secrets, `the server asks the user for a secret: ${asked}`);
  },
  reply(reply, { clock }) {
    // The answer to a form that was sent as a task comes later, as the answer to `tasks/result`.
    if (!('asked' in reply) || reply.about?.method !== 'elicitation/create') return judgeUrlsInError(reply);
    if (elicitation.secrets === 'allow') return undefined;
    return whenReady(reply.texts.search(engine(), { as: 'result' }, clock), (all) => {
      const found = pickFindings(all, ({ kind }) => kind === 'secrets');
      if (found.length === 0) return undefined;
      const verdict = judgeSecretAnswer(elicitation.secrets);
      const said = verdict?.kind === 'deny' ? { ...verdict, blocked: true } : verdict;
      return said && { ...said, findings: locate(found) };
    });
  },
});

/** The verdict on a filled form with a secret in it. */
export const judgeSecretAnswer = (word: Word): Verdict | undefined =>
  byWord(word, 'the answer to the server holds a secret');

function byWord(word: Word, reason: string): Verdict | undefined {
  const said = { rule: 'elicitation.secrets', reason };
  if (word === 'allow') return undefined;
  if (word === 'log') return { kind: 'note', ...said };
  if (word === 'prompt') return { kind: 'ask', ...said };
  return {
    kind: 'deny',
    ...said,
    suggestion: 'let the user give secrets to the server in its own configuration',
  };
}

/** A link that a person is to open: a page, and no name in front of its host that only looks like one. */
function judgeUrl(url: unknown, problemOf = problemOfUrl): Verdict | undefined {
  const problem = problemOf(url);
  if (problem === undefined) return undefined;
  return { kind: 'deny', rule: 'elicitation.url', reason: `the link that the user is to open ${problem}` };
}

/** Links also come as an error: "open this first". The error may be that of a task. */
function judgeUrlsInError(reply: Reply | Notice): Verdict | undefined {
  const { message, direction, texts } = reply;
  const failed = 'failed' in message && message.failed;
  if (direction !== 'server-to-client' || !(failed || texts.keys.taskId > 0)) return undefined;
  const { error, result, params } = message.value as Record<'error' | 'result' | 'params', unknown>;
  const errors = [error, ...[result, params].map((state) => isRecord(state) && state['error'])];
  const links = errors
    .filter(isRecord)
    .filter(({ code }) => code === -32042)
    .flatMap(linksOf);
  for (const link of links) {
    const verdict = judgeUrl(link, problemOfLink);
    if (verdict !== undefined) return { ...verdict, blocked: true } as Verdict;
  }
  return undefined;
}

function linksOf({ data }: Readonly<Record<string, unknown>>): readonly unknown[] {
  const elicitations = isRecord(data) ? data['elicitations'] : undefined;
  return Array.isArray(elicitations) ? elicitations.filter(isRecord).map(({ url }) => url) : [];
}
