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
const noted = { stage: 'tools', verdict: 'note', rule: 'tools.pin', reason: 'server words' } as const;

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
    told: 'noticed in the answer to tools/list: tools.pin; look at it with `clawdefender tools diff notes`',
  },
  { name: 'nothing', entry: { decision: 'allow' }, told: undefined },
];
for (const { name, entry, told } of cases)
  test(`on stderr: ${name}`, () =>
    expect(describeDecision({ ...refusalEntry({ rule: 'default', ...call }), ...entry }, 'notes')).toBe(
      told,
    ));
