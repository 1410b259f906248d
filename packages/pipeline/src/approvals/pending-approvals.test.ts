import { expect, test } from 'vitest';
import { Bench, Person, use, YES } from '../../test/test-connection.js';

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
  expect(person.asked[0]?.question.resolvedLinks).toEqual(['/srv/link → /srv/real']);
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
