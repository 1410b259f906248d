import { expect, test } from 'vitest';
import type { Permission } from '../src/index.js';
import { Bench, pipelineOf } from './bench.js';

const policy = `
default = "allow"
[[rule]]
name = "no_ssh"
action = "deny"
path = "~/.ssh/**"
message = "SSH keys stay here"
[[rule]]
name = "ask_etc"
action = "prompt"
path = "/etc/**"
[[rule]]
name = "ask_shell"
action = "prompt"
effect = "exec"
[[rule]]
name = "ask_host"
action = "prompt"
host = "example.com"
[egress]
loopback = "prompt"
`;
const yes: Permission = { granted: true, scope: 'session', expiresAt: undefined };
const wish = (resource: string, operation = 'read', timeout_seconds?: number) => ({
  resource,
  operation,
  justification: 'because',
  ...(timeout_seconds && { timeout_seconds }),
});

test('if a rule with `prompt` matches, approval is requested with its scope', async () => {
  const bench = await Bench.open(policy);
  bench.person = async () => yes;
  const answer = await bench.answer('requestPermission', wish('/etc/hosts', 'write', 7));
  expect(answer).toEqual({ granted: true, scope: 'session', expires_at: null, rule: 'ask_etc' });
  expect(bench.asked).toMatchObject([
    {
      justification: 'because',
      timeoutMs: 7000,
      question: { rule: 'ask_etc', access: { effect: 'write', resource: ['/etc/hosts'] } },
    },
  ]);
});

const accesses = [
  { operation: 'execute', resource: 'make test', access: { effect: 'exec', resource: ['make test'] } },
  { operation: 'delete', resource: '/etc/x', access: { effect: 'delete', resource: ['/etc/x'] } },
  {
    operation: 'connect',
    resource: 'https://example.com/a?b',
    access: { effect: 'connect', resource: ['https://example.com/a?b'] },
  },
];
for (const { operation, resource, access } of accesses)
  test(`${operation} is requested as its effect`, async () => {
    const bench = await Bench.open(policy);
    await bench.answer('requestPermission', wish(resource, operation));
    expect(bench.asked[0]?.question.access).toEqual(access);
  });

test('the request is pending for half a minute by default', async () => {
  const bench = await Bench.open(policy);
  await bench.answer('requestPermission', wish('/etc/hosts'));
  expect(bench.asked[0]?.timeoutMs).toBe(30_000);
});

test('a granted permission contains its expiry time', async () => {
  const bench = await Bench.open(policy);
  bench.person = async () => ({ granted: true, scope: 'time', expiresAt: Date.UTC(2026, 0, 2) });
  expect(await bench.answer('requestPermission', wish('/etc/hosts'))).toMatchObject({
    scope: 'time',
    expires_at: '2026-01-02T00:00:00.000Z',
  });
});

const unasked = [
  {
    name: 'a denied action',
    resource: '/home/user/.ssh/id_rsa',
    answer: { granted: false, scope: 'none', expires_at: null, rule: 'no_ssh', reason: 'SSH keys stay here' },
  },
  {
    name: 'an allowed action',
    resource: '/project/a',
    answer: { granted: true, scope: 'policy', expires_at: null, rule: 'default' },
  },
  {
    name: 'an action for which another stage requires approval',
    resource: 'http://127.0.0.1/',
    operation: 'connect',
    answer: { granted: false, scope: 'none', rule: 'egress' },
  },
];
for (const { name, resource, operation, answer } of unasked)
  test(`no approval is requested for ${name}`, async () => {
    const bench = await Bench.open(policy);
    bench.person = async () => yes;
    expect(await bench.answer('requestPermission', wish(resource, operation))).toMatchObject(answer);
    expect(bench.asked).toEqual([]);
  });

test('without a decision no permission is granted, and the result contains the approval id', async () => {
  const bench = await Bench.open(policy);
  bench.person = async () => ({ granted: false, reason: 'nobody has answered yet', approvalId: 'abcd' });
  expect(await bench.answer('requestPermission', wish('/etc/hosts'))).toEqual({
    granted: false,
    scope: 'none',
    expires_at: null,
    rule: 'ask_etc',
    reason: 'nobody has answered yet',
    approval_id: 'abcd',
  });
});

/** Approves only after the request was withdrawn, which is too late. */
const tooLate = (_: unknown, withdrawn: AbortSignal) =>
  new Promise<Permission>((resolve) => withdrawn.addEventListener('abort', () => resolve(yes)));

test('the kill switch withdraws the request, and a late approval grants nothing', async () => {
  const bench = await Bench.open(policy);
  bench.person = tooLate;
  const waiting = bench.answer('requestPermission', wish('/etc/hosts'));
  await expect.poll(() => bench.asked.length).toBe(1);
  bench.killSwitch.engage();
  expect(await waiting).toMatchObject({ granted: false, rule: 'kill_switch' });
});

test('a rule that was added while the approval was pending applies', async () => {
  const bench = await Bench.open(policy);
  const next = await pipelineOf('default = "deny"');
  bench.person = async () => {
    bench.pipeline = next;
    return yes;
  };
  expect(await bench.answer('requestPermission', wish('/etc/hosts'))).toMatchObject({
    granted: false,
    rule: 'default',
  });
});

test('a cancelled call withdraws its request', async () => {
  const bench = await Bench.open(policy);
  let withdrawn: AbortSignal | undefined;
  bench.person = (_, signal) => {
    withdrawn = signal;
    return new Promise((resolve) =>
      signal.addEventListener('abort', () => resolve({ granted: false, reason: 'withdrawn' })),
    );
  };
  const call = new AbortController();
  const waiting = bench.call('requestPermission', wish('/etc/hosts'), { key: 'a' }, call.signal);
  await expect.poll(() => bench.asked.length).toBe(1);
  call.abort();
  await waiting;
  expect(withdrawn?.aborted).toBe(true);
});
