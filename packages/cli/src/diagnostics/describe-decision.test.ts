import type { AuditEntry } from '@claw/pipeline';
import { expect, test } from 'vitest';
import { denialEntry } from '../firewall/ports/record-denial.js';
import { describeDecision } from './describe-decision.js';

const call = {
  id: '7',
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

const cases: { name: string; entry: Partial<AuditEntry>; message: string | undefined }[] = [
  {
    name: 'a denial',
    entry: { rule: 'no_keys' },
    message:
      'Denied `tools/call` of `add` by rule `no_keys`. Run `clawdefender audit query --decision deny` to see the reason.',
  },
  {
    name: 'a denial because the tool has changed, with the command that shows the change',
    entry: { rule: 'tools.pin' },
    message:
      'Denied `tools/call` of `add` by rule `tools.pin`: the tool has changed since it was accepted. Run `clawdefender tools diff notes add` to see the details.',
  },
  {
    name: 'an approval because the tool has changed',
    entry: { rule: 'tools.pin', decision: 'prompt' },
    message:
      'Approval required for `tools/call` of `add` by rule `tools.pin`: the tool has changed since it was accepted. Run `clawdefender tools diff notes add` to see the details.',
  },
  {
    name: 'the name of a tool that cannot be typed',
    entry: { rule: 'tools.pin', tool: 'a\u202e' },
    message:
      'Denied `tools/call` of `a\\u202e` by rule `tools.pin`: the tool has changed since it was accepted. Run `clawdefender tools diff notes` to see the details.',
  },
  {
    name: 'a list with a changed tool, without text from the server',
    entry: { kind: 'reply', method: 'tools/list', tool: undefined, decision: 'allow', trail: [noted] },
    message:
      'Rule `tools.pin` found a problem in the response to `tools/list`: the tool `add` has changed since it was accepted. Run `clawdefender tools diff notes` to see the details.',
  },
  {
    name: 'a suspicious description, with the tool and the command that shows it',
    entry: { kind: 'reply', method: 'tools/list', tool: undefined, decision: 'allow', trail: [poisoned] },
    message:
      'Rule `tools.poisoning` found a problem in the response to `tools/list`: the description of the tool `a\\u202e` tries to give instructions. Run `clawdefender tools list notes` to see the details.',
  },
  {
    name: 'a finding in another response, without its reason',
    entry: { kind: 'reply', decision: 'allow', trail: [{ ...noted, rule: 'injection' }] },
    message: 'Rule `injection` found a problem in the response to `tools/call` of `add`',
  },
  {
    name: 'a redacted secret and another finding in the same message',
    entry: {
      kind: 'reply',
      decision: 'allow',
      trail: [
        { ...noted, rule: 'responses.injection' },
        { ...noted, verdict: 'rewrite', rule: 'responses.secrets' },
      ],
    },
    message:
      'Redacted the response to `tools/call` of `add` by rule `responses.secrets` (also found: `responses.injection`)',
  },
  {
    name: 'a form that was sent as a notification',
    entry: {
      kind: 'reply',
      id: undefined,
      direction: 'server-to-client',
      method: 'elicitation/create',
      tool: undefined,
      rule: 'elicitation.secrets',
    },
    message:
      'Denied the notification `elicitation/create` by rule `elicitation.secrets`. Run `clawdefender audit query --decision deny` to see the reason.',
  },
  { name: 'nothing', entry: { decision: 'allow' }, message: undefined },
];
for (const { name, entry, message } of cases)
  test(`on stderr: ${name}`, () =>
    expect(
      describeDecision({ ...denialEntry({ rule: 'default', ...call }), ...entry }, 'notes')?.message,
    ).toBe(message));
