import { expect, test } from 'vitest';
import { Bench, HandSwitch, NO, notification, Person, use, YES } from '../../test/test-connection.js';

const policy = 'version = 1\ndefault = "allow"\n[[rule]]\naction = "prompt"\npath = "/srv/**"';

/** Opens a connection with a pending approval for a path that is a symbolic link to `target.path`. */
async function pendingRead(target: { path: string }) {
  const person = new Person();
  const links = { resolve: (paths: readonly string[]) => new Map(paths.map((path) => [path, target.path])) };
  const bench = await Bench.open(policy, { person, links });
  bench.client(use(1, 'read_file', { path: '/srv/link' }));
  await expect.poll(() => person.asked.length).toBe(1);
  return { person, bench };
}

test('an approval request shows the targets of symbolic links', async () => {
  const { person } = await pendingRead({ path: '/srv/real' });
  expect(person.asked[0]?.question.linkTargets).toEqual(['/srv/link → /srv/real']);
});

test('an approval is not valid if a symbolic link changed while it was pending', async () => {
  const target = { path: '/srv/real' };
  const { person, bench } = await pendingRead(target);
  target.path = '/etc/shadow';
  person.say(0, YES);
  await bench.idle();
  expect(bench.atServer).toEqual([]);
  expect(bench.atClient[0]).toContain('a symbolic link in it changed');
});

for (const [name, answer] of [
  ['approved', YES],
  ['denied', NO],
  ['pending', { kind: 'pending', id: 'p1', expiresAt: 0 }],
] as const)
  test(`the logged duration of a decision does not include the time for an approval: ${name}`, async () => {
    const person = new Person();
    const bench = await Bench.open(policy, { person });
    bench.client(use(1, 'read_file', { path: '/srv/a' }));
    await expect.poll(() => person.asked.length).toBe(1);
    bench.clock.advance(5000);
    person.say(0, answer);
    await bench.idle();
    expect(bench.entries.map(({ decideUs }) => decideUs)).toEqual([0]);
  });

for (const [name, end, reason] of [
  ['connection is closed', (bench: Bench) => bench.close(), 'the connection was closed'],
  [
    'call is cancelled',
    (bench: Bench) => bench.client(notification('notifications/cancelled', { requestId: 1 })),
    'the call was cancelled',
  ],
] as const)
  test(`the reason of a denial says so if the ${name} while an approval is pending`, async () => {
    const person = new Person();
    const bench = await Bench.open(policy, { person });
    bench.client(use(1, 'read_file', { path: '/srv/a' }));
    await expect.poll(() => person.asked.length).toBe(1);
    end(bench);
    person.say(0, { kind: 'unavailable', reason: 'the call was withdrawn' });
    await bench.idle();
    expect(bench.entries.find(({ tool }) => tool === 'read_file')?.reason).toMatch(
      new RegExp(`; ${reason}$`),
    );
  });

for (const enabled of [true, false])
  test(`a pending approval is ${enabled ? '' : 'not '}withdrawn if the kill switch is ${enabled ? 'used' : 'disabled'}`, async () => {
    const [person, killSwitch] = [new Person(), new HandSwitch()];
    const bench = await Bench.open(`${policy}\n[kill_switch]\nenabled = ${enabled}`, { person, killSwitch });
    bench.client(use(1, 'read_file', { path: '/srv/a' }));
    await expect.poll(() => person.asked.length).toBe(1);
    killSwitch.engage();
    person.say(0, YES);
    await bench.idle();
    expect(bench.atServer).toHaveLength(enabled ? 0 : 1);
  });
