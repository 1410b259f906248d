// What a server asks the user for: no passwords and keys through a form that the firewall did not draw, and no link
// that is not what it seems.

import { classifyHost, type Engine } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import { isRecord } from '../call.js';
import { locate, pickFindings } from '../findings.js';
import type { Call, Notice, Reply, Stage, Verdict } from '../types.js';
import { whenReady } from '../wait.js';

type Word = Settings['elicitation']['secrets'];

const SECRET_WORDS =
  /pass(?:word|wort|phrase|wd|code)|pwd|secret|contraseñ|mot de passe|senha|パスワード|密码|密碼|парол|api[ _-]?(?:key|token)|(?:access|auth|bearer|refresh|session|personal)[ _-]?token|private[ _-]?key|(?:seed|recovery|mnemonic)[ _-]?(?:phrase|words?)|credentials?\b|\b(?:cvv|cvc|ssn|otp|2fa|mfa)\b|one[ _-]?time[ _-]?(?:code|password)|(?:credit|debit)[ _-]?card|social security/i;

export const createElicitationStage = ({ elicitation }: Settings, engine: () => Engine): Stage => ({
  name: 'elicitation',
  request(call) {
    if (call.method !== 'elicitation/create') return undefined;
    const { url, mode } = call.params;
    const problem = url !== undefined || mode === 'url' ? judgeUrl(url) : undefined;
    // A form does not become a link by having one.
    if (problem !== undefined || (mode === 'url' && call.params['requestedSchema'] === undefined))
      return problem;
    const asked = findSecretField(call);
    if (asked === undefined) return undefined;
    return byWord(elicitation.secrets, `the server asks the user for a secret: ${asked}`);
  },
  reply(reply, { clock }) {
    if (!('asked' in reply)) return undefined;
    // The answer to a form that was sent as a task comes later, as the answer to `tasks/result`.
    if (reply.about?.method !== 'elicitation/create') return judgeUrlsInError(reply);
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

/** The field that wants a secret, by its name, title, description or format. */
function findSecretField({ params }: Call): string | undefined {
  const schema = params['requestedSchema'];
  const properties = isRecord(schema) ? schema['properties'] : undefined;
  for (const [name, field] of isRecord(properties) ? Object.entries(properties) : []) {
    const words = isRecord(field) ? [name, field['title'], field['description'], field['format']] : [name];
    const spaced = words.map((word) => (typeof word === 'string' ? spaceOut(word) : ''));
    if (spaced.some((word) => SECRET_WORDS.test(word))) return `\`${name.slice(0, 60)}\``;
  }
  const { message } = params;
  return typeof message === 'string' && ASKS_FOR.test(plain(message)) ? 'its message says so' : undefined;
}

const ASKS_FOR = new RegExp(
  `(?:enter|provide|type|give|tell|paste|supply|confirm|submit|share|send)[^.!?]{0,60}(?:${SECRET_WORDS.source})`,
  'i',
);

/** `apiKey` and `API_KEY` are the same words; letters from elsewhere and invisible ones are undone. */
const spaceOut = (name: string): string => plain(name).replace(/([a-z0-9])([A-Z])/g, '$1 $2');
const plain = (text: string): string =>
  text
    .slice(0, 4096)
    .normalize('NFKC')
    .replace(/[\p{Cf}\p{Mn}]/gu, '');

/** A link that a person is to open: a page, and no name in front of its host that only looks like one. */
function judgeUrl(url: unknown, problemOf = problemOfUrl): Verdict | undefined {
  const problem = problemOf(url);
  if (problem === undefined) return undefined;
  return { kind: 'deny', rule: 'elicitation.url', reason: `the link that the user is to open ${problem}` };
}

function problemOfUrl(text: unknown): string | undefined {
  if (typeof text !== 'string') return 'is no text';
  let url: URL;
  try {
    url = new URL(text);
  } catch {
    return 'is no URL';
  }
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return `has the scheme \`${url.protocol.slice(0, 40)}\``;
  if (url.username !== '' || url.password !== '') return 'has a user name in front of its host';
  if (url.hostname.split('.').some((label) => label.startsWith('xn--')))
    return 'has look-alike letters in its host';
  return undefined;
}

/** Where a link in a question leads is judged with the other destinations; in an error nobody else looks. */
function problemOfLink(text: unknown): string | undefined {
  const problem = problemOfUrl(text);
  if (problem !== undefined) return problem;
  const reason = classifyHost(new URL(String(text)).hostname);
  return reason === undefined ? undefined : `does not lead to a public host (${reason})`;
}

/** Links also come as an error: "open this first". */
function judgeUrlsInError(reply: Reply | Notice): Verdict | undefined {
  if (reply.direction !== 'server-to-client' || !('failed' in reply.message) || !reply.message.failed)
    return undefined;
  const { error } = reply.message.value as { error?: unknown };
  const data = isRecord(error) && error['code'] === -32042 ? error['data'] : undefined;
  const elicitations = isRecord(data) ? data['elicitations'] : undefined;
  if (!Array.isArray(elicitations)) return undefined;
  for (const one of elicitations) {
    const verdict = isRecord(one) ? judgeUrl(one['url'], problemOfLink) : undefined;
    if (verdict !== undefined) return { ...verdict, blocked: true } as Verdict;
  }
  return undefined;
}
