import { expect, test } from 'vitest';
import { compilePolicy, effectNames, loadPolicy } from '../index.js';

const environment = { platform: 'linux', home: '/home/user', cwd: '/srv' };
const event = (args: object) => ({ method: 'tools/call', params: { name: 'store', arguments: args } });

test('a prepared event gives the same results as the engine', async () => {
  const engine = compilePolicy(await loadPolicy('[[rule]]\naction = "deny"\npath = "~/.ssh/**"\n'), {
    environment,
  });
  const call = event({ path: '~/.ssh/id_rsa', note: 'x' });
  const prepared = engine.prepare(call);
  expect(prepared.facts).toEqual(engine.facts(call));
  expect(effectNames(prepared.facts.effects)).toEqual(['read']);
  expect(prepared.pathsToResolve()).toEqual(engine.pathsToResolve(call));
  expect(prepared.evaluate()).toEqual(engine.evaluate(call));
  expect(prepared.explain().trail).toEqual(engine.explain(call).trail);
});

test('an argument that a rule compares with a path is resolved, whatever its name', async () => {
  const engine = compilePolicy(
    await loadPolicy('[[rule]]\naction = "allow"\ntool = "store"\nargs.bucket = "./data/**"\n'),
    { environment },
  );
  const prepared = engine.prepare(event({ bucket: 'data/x' }));
  expect(prepared.pathsToResolve()).toEqual(['/srv/data/x']);
  expect(prepared.evaluate({ links: new Map([['/srv/data/x', '/srv/data/x']]) }).action).toBe('allow');
  expect(prepared.evaluate({ links: new Map([['/srv/data/x', '/etc/x']]) }).action).toBe('deny');
  expect(prepared.evaluate({ links: new Map() }).action).toBe('deny');
});

test('lists all matching rules in order, and the first one decides', async () => {
  const rule = (name: string, action: string, rest: string) =>
    `[[rule]]\nname = "${name}"\naction = "${action}"\n${rest}\n`;
  const engine = compilePolicy(
    await loadPolicy(
      [
        rule('other', 'deny', 'path = "/etc/**"'),
        rule('off', 'deny', 'path = "**"\nenabled = false'),
        rule('gone', 'deny', 'path = "**"\nexpires = 2020-01-01'),
        rule('keys', 'prompt', 'path = "~/.ssh/**"'),
        rule('all', 'allow', 'tool = "*"'),
      ].join(''),
    ),
    { environment },
  );
  const prepared = engine.prepare(event({ path: '~/.ssh/id_rsa' }));
  const context = {
    now: Date.UTC(2026, 0, 1),
    links: new Map([['/home/user/.ssh/id_rsa', '/home/user/.ssh/id_rsa']]),
  };
  expect(prepared.matching(context).map(({ name }) => name)).toEqual(['keys', 'all']);
  expect(prepared.evaluate(context).rule).toBe('keys');
  expect(engine.prepare({ method: 'resources/read', params: { uri: 'db://x' } }).matching(context)).toEqual(
    [],
  );
});
