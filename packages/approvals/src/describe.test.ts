import { expect, test } from 'vitest';
import { question } from '../test/question.js';
import { digestOf, subjectOf } from './binding.js';
import { describeApproval } from './describe.js';

const shown = (more: Parameters<typeof question>[0]) => {
  const asked = question(more);
  const subject = subjectOf(asked, 'node server.js');
  return describeApproval({
    id: '1a2b3c4d',
    state: 'pending',
    digest: digestOf(subject),
    session: 's',
    subject,
    question: asked,
    createdAt: 0,
    expiresAt: 1,
  }).join('\n');
};

test('an untrusted method name cannot move the cursor', () => {
  const text = shown({ tool: undefined, method: 'x\u001b[2J\u202e' });
  expect(text).toContain('x⟨U+001B⟩[2J⟨U+202E⟩');
});

test('the first lines of a call with a thousand paths stay on the screen', () => {
  const value = `/data/${'x'.repeat(5000)}`;
  const matched = Array.from({ length: 1000 }, () => ({ field: 'path', pattern: '**', value, where: 'a' }));
  const unnamed = matched.map(() => value);
  const lines = shown({ matched, unnamed, linkTargets: unnamed }).split('\n');
  expect(lines.length).toBeLessThan(80);
  expect(lines.filter((line) => line.includes('980 more'))).toHaveLength(3);
});

const senders = [
  { name: 'a call', more: {}, line: 'The agent wants to call: the tool write_file, server files' },
  {
    name: 'a response with an embedded request',
    more: { direction: 'server-to-client' },
    line: 'The server responds to: the tool write_file, server files',
  },
  {
    name: 'the content of a resource',
    more: { direction: 'server-to-client', tool: undefined, method: 'resources/read' },
    line: 'The server responds to: resources/read, server files',
  },
  {
    name: 'a request from the server',
    more: { direction: 'server-to-client', tool: undefined, method: 'sampling/createMessage' },
    line: 'The server wants to call the client: sampling/createMessage, server files',
  },
] as const;
for (const { name, more, line } of senders)
  test(`the first line describes the message: ${name}`, () => expect(shown(more).split('\n')[0]).toBe(line));

test('link targets are shown', () => {
  expect(shown({ linkTargets: ['/a/link → /etc/\u202ehosts'] })).toContain(
    'a link: /a/link → /etc/⟨U+202E⟩hosts',
  );
});

test('members next to the arguments are shown', () => {
  const text = shown({
    params: '{"name":"write_file","arguments":{"a":1},"sudo":"\\u200byes","_meta":{"progressToken":7}}',
  });
  expect(text).toContain('other parameters {"sudo":"⟨U+200B⟩yes"}');
  expect(text).not.toContain('progressToken');
});

test('a rule without a message is mentioned only once', () => {
  const hit = { field: 'tool', pattern: 'write_*', value: 'write_file', where: 'tool' };
  const reason = 'rule `ask_first`: tool `write_file` matches `write_*`';
  const lines = shown({ message: undefined, reason, matched: [hit] }).split('\n');
  expect(lines).toContain('rule ask_first: tool `write_file` matches `write_*`');
  expect(lines).toContain('tool write_file');
});
