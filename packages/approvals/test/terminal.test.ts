// Tests the terminal channel, where the user types a word as the decision.

import { PassThrough } from 'node:stream';
import { expect, test } from 'vitest';
import { type Approval, ApprovalStore, createTerminalChannel } from '../src/index.js';
import { MemoryApprovalTable } from './memory-approval-table.js';
import { question } from './question.js';

async function setUp() {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const over = new AbortController();
  let closed = 0;
  let shown = '';
  output.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
  });
  const channel = createTerminalChannel(() => ({ input, output, close: () => closed++ }));
  const subject = {
    ...question(),
    origin: 'x',
    arguments: '{"path":"/etc/\u202ehosts"}',
    tool: 'write\u200b_file',
  };
  const approval = await new ApprovalStore(new MemoryApprovalTable()).open(question(), {
    subject,
    digest: 'd',
    session: 's',
    milliseconds: 60_000,
    waitMs: 1000,
  });
  return { channel, approval, input, over, shown: () => shown, closed: () => closed };
}

const answers = [
  { typed: 'yes\n', reply: { decision: 'approve', scope: 'once', by: 'terminal' } },
  { typed: '\n\ny\n YES \n', reply: { decision: 'approve', scope: 'once', by: 'terminal' } },
  { typed: 'yes  session\n', reply: { decision: 'approve', scope: 'session', by: 'terminal' } },
  { typed: 'constructor\nyes always\n', reply: { decision: 'approve', scope: 'always', by: 'terminal' } },
  { typed: 'ok\nno\n', reply: { decision: 'deny', by: 'terminal' } },
];
for (const { typed, reply } of answers) {
  test(`${JSON.stringify(typed)} is ${reply.decision} ${reply.scope ?? ''}`, async () => {
    const { channel, approval, input, over, closed } = await setUp();
    const asking = channel.requestApproval(approval, over.signal);
    input.write(typed);
    expect(await asking?.decision).toEqual(reply);
    expect(closed()).toBe(1);
  });
}

test('the terminal shows the data to be sent, with all invisible characters escaped', async () => {
  const { channel, approval, input, over, shown } = await setUp();
  const asking = channel.requestApproval(approval, over.signal);
  input.write('no\n');
  await asking?.decision;
  for (const part of [
    'write⟨U+200B⟩_file',
    'server files',
    'rule ask_first: Writing needs a person',
    'effects: write',
    'path /etc/hosts (arguments.path)',
    '/etc/⟨U+202E⟩hosts',
  ])
    expect(shown()).toContain(part);
});

test('a decision on another channel ends the request, and the next one is displayed', async () => {
  const { channel, approval, input, over, shown } = await setUp();
  const first = channel.requestApproval(approval, over.signal);
  const second = channel.requestApproval(
    { ...approval, id: 'second' } as Approval,
    new AbortController().signal,
  );
  await expect.poll(shown).toContain(approval.id);
  expect(shown()).not.toContain('(second)');
  over.abort();
  expect(await first?.decision).toBeUndefined();
  await expect.poll(shown).toContain('(second)');
  input.write('yes seco\n');
  expect(await second?.decision).toMatchObject({ decision: 'approve' });
});

test('a terminal that cannot be opened is not available', async () => {
  const { approval, over } = await setUp();
  const channel = createTerminalChannel(() => {
    throw new Error('no terminal');
  });
  expect(await channel.requestApproval(approval, over.signal)?.decision).toBeUndefined();
});

test('a response to a closed request does not approve the next one', async () => {
  const { channel, approval, input, over, shown } = await setUp();
  const first = channel.requestApproval(approval, over.signal);
  await expect.poll(shown).toContain('Type yes (this once)');
  const second = channel.requestApproval({ ...approval, id: '1a2b3c4d' }, new AbortController().signal);
  over.abort();
  expect(await first?.decision).toBeUndefined();
  await expect.poll(shown).toContain('Type yes 1a2b (this once)');
  input.write('yes\n');
  input.write('yes session 1a2b\n');
  expect(await second?.decision).toEqual({ decision: 'approve', scope: 'session', by: 'terminal' });
  const third = channel.requestApproval(approval, new AbortController().signal);
  input.write('yes\n');
  expect(await third?.decision).toMatchObject({ scope: 'once' });
});
