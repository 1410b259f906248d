import { expect, test } from 'vitest';
import { type ActionType, askFirst } from '../src/index.js';
import { Bench } from './bench.js';

const policy = `
default = "allow"
[[rule]]
name = "never"
action = "deny"
path = "/etc/shadow"
[[rule]]
name = "ask"
action = "prompt"
path = "/etc/**"
`;

async function setUp(plan: ActionType = 'file_read') {
  const bench = await Bench.open(policy);
  const client = {
    async callTool({ name, arguments: input }: { name: string; arguments: Record<string, unknown> }) {
      const answer = await bench.call(name, input);
      if ('error' in answer) throw new Error(answer.error.message);
      return answer.result;
    },
  };
  const done: string[] = [];
  const read = askFirst(
    client,
    ({ path }: { path: string }) => ({ description: 'read a file', action_type: plan, target: path }),
    async ({ path }) => {
      if (path.includes('missing')) throw new Error('there is none');
      if (path.includes('broken')) return { isError: true, content: [{ type: 'text', text: 'no luck' }] };
      done.push(path);
      return { content: [{ type: 'text', text: path }] };
    },
  );
  return { bench, done, read };
}

test('an allowed action is executed and reported', async () => {
  const { bench, done, read } = await setUp();
  expect(await read({ path: '/project/a' })).toMatchObject({ content: [{ text: '/project/a' }] });
  expect(done).toEqual(['/project/a']);
  expect(bench.reports).toMatchObject([{ tool: 'file_read', result: 'success' }]);
});

test('a blocked action is not executed, and the model gets the reason', async () => {
  const { bench, done, read } = await setUp();
  expect(await read({ path: '/etc/shadow' })).toMatchObject({
    isError: true,
    content: [{ text: expect.stringContaining('Action blocked') }],
  });
  expect([done, bench.reports, bench.asked]).toEqual([[], [], []]);
});

test('an action that needs approval is executed only after approval', async () => {
  const { bench, done, read } = await setUp();
  const refused = await read({ path: '/etc/hosts' });
  expect(refused).toMatchObject({
    isError: true,
    content: [{ text: expect.stringMatching(/^Action needs approval.*\n.*not granted: nobody is there$/) }],
  });
  expect(JSON.stringify(refused)).not.toContain('Call requestPermission');
  bench.person = async () => ({ granted: true, scope: 'once', expiresAt: undefined });
  await read({ path: '/etc/hosts' });
  expect(done).toEqual(['/etc/hosts']);
  expect(bench.asked).toHaveLength(2);
});

test('an action is not executed if permission cannot be requested', async () => {
  const { bench, done, read } = await setUp('other');
  bench.person = async () => ({ granted: true, scope: 'once', expiresAt: undefined });
  expect(await read({ path: '/etc/hosts' })).toMatchObject({ isError: true });
  expect([done, bench.asked]).toEqual([[], []]);
});

test('an exception is reported and thrown again', async () => {
  const { bench, read } = await setUp();
  await expect(read({ path: '/project/missing' })).rejects.toThrow('there is none');
  expect(bench.reports).toMatchObject([{ result: 'failure' }]);
});

test('an error result is reported as a failure', async () => {
  const { bench, read } = await setUp();
  expect(await read({ path: '/project/broken' })).toMatchObject({ isError: true });
  expect(bench.reports).toMatchObject([{ result: 'failure' }]);
});

test('without a connection, no action is executed', async () => {
  const silent = { callTool: () => Promise.reject(new Error('it is gone')) };
  let done = false;
  const act = askFirst(
    silent,
    () => ({ description: 'd', action_type: 'other', target: 't' }),
    async () => {
      done = true;
    },
  );
  await expect(act({})).rejects.toThrow('it is gone');
  expect(done).toBe(false);
});
