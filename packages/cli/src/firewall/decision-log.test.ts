import type { AuditEntry } from '@claw/pipeline';
import { expect, test } from 'vitest';
import { describeDecision } from './decision-log.js';
import { refusalEntry } from './refusal-record.js';

const call = {
  direction: 'client-to-server',
  method: 'tools/call',
  tool: 'add',
  reason: 'it says so',
} as const;
const noted = {
  stage: 'tools',
  verdict: 'note',
  rule: 'tools.pin',
  reason: 'the tool `add` has changed since it was accepted: server words',
} as const;
const poisoned = {
  stage: 'descriptions',
  verdict: 'note',
  rule: 'tools.poisoning',
  reason: 'the description of the tool `a\u202e` tries to give instructions',
} as const;

const cases: { name: string; entry: Partial<AuditEntry>; told: string | undefined }[] = [
  { name: 'a refusal', entry: { rule: 'no_keys' }, told: 'refused tools/call `add`: no_keys' },
  {
    name: 'a refusal because the tool has changed, and where to look',
    entry: { rule: 'tools.pin' },
    told: 'refused tools/call `add`: tools.pin: it has changed since it was accepted; look at it with `clawdefender tools diff notes add`',
  },
  {
    name: 'a question because of that',
    entry: { rule: 'tools.pin', decision: 'prompt' },
    told: 'asked about tools/call `add`: tools.pin: it has changed since it was accepted; look at it with `clawdefender tools diff notes add`',
  },
  {
    name: 'a name that cannot be typed',
    entry: { rule: 'tools.pin', tool: 'a\u202e' },
    told: 'refused tools/call `a\\u202e`: tools.pin: it has changed since it was accepted; look at it with `clawdefender tools diff notes`',
  },
  {
    name: 'a list with news, without the words of the server',
    entry: { kind: 'reply', method: 'tools/list', tool: undefined, decision: 'allow', trail: [noted] },
    told: 'noticed in the answer to tools/list: tools.pin: the tool `add` has changed since it was accepted; look at it with `clawdefender tools diff notes`',
  },
  {
    name: 'a poisoned description, with the tool and where to look',
    entry: { kind: 'reply', method: 'tools/list', tool: undefined, decision: 'allow', trail: [poisoned] },
    told: 'noticed in the answer to tools/list: tools.poisoning: the description of the tool `a\\u202e` tries to give instructions; look at it with `clawdefender tools list notes`',
  },
  {
    name: 'what is noticed elsewhere, without its reason',
    entry: { kind: 'reply', decision: 'allow', trail: [{ ...noted, rule: 'injection' }] },
    told: 'noticed in the answer to tools/call `add`: injection',
  },
  {
    name: 'a secret that was cut out, and what else was noticed',
    entry: {
      kind: 'reply',
      decision: 'allow',
      trail: [
        { ...noted, rule: 'responses.injection' },
        { ...noted, verdict: 'rewrite', rule: 'responses.secrets' },
      ],
    },
    told: 'redacted the answer to tools/call `add`: responses.secrets; also noticed: responses.injection',
  },
  { name: 'nothing', entry: { decision: 'allow' }, told: undefined },
];
for (const { name, entry, told } of cases)
  test(`on stderr: ${name}`, () =>
    expect(describeDecision({ ...refusalEntry({ rule: 'default', ...call }), ...entry }, 'notes')).toBe(
      told,
    ));
