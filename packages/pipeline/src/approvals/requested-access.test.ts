// Tests approval requests that concern exactly one effect on one resource.

import { expect, test } from 'vitest';
import { Bench, Person, use } from '../../test/test-connection.js';

const asksAbout = (fields: string) =>
  `version = 1\ndefault = "allow"\n[[rule]]\nname = "ask"\naction = "prompt"\n${fields}`;
const read = use(1, 'read_file', { path: '/a/b' });
const access = { effect: 'read', resource: ['/a/b'] };

const cases = [
  { name: 'a rule that matches a path', policy: asksAbout('path = "/a/**"'), call: read, access },
  { name: 'a rule that matches a tool', policy: asksAbout('tool = "read_*"'), call: read, access },
  {
    name: 'a rule that matches an argument that is the path',
    policy: asksAbout('args.path = "/a/**"'),
    call: read,
    access,
  },
  { name: 'the default', policy: 'version = 1\ndefault = "prompt"', call: read, access },
  {
    name: 'a rule that matches another argument',
    policy: asksAbout('args.mode = "raw"'),
    call: use(1, 'read_file', { path: '/a/b', mode: 'raw' }),
    access: undefined,
  },
  {
    name: 'another stage',
    policy: 'version = 1\ndefault = "allow"\n[egress]\nloopback = "prompt"',
    call: use(1, 'connect', { url: 'http://127.0.0.1/' }),
    access: undefined,
  },
  {
    name: 'a call with another effect',
    policy: asksAbout('path = "/a/**"'),
    call: use(1, 'read_file', { path: '/a/b', and: '/c/d' }),
    access: undefined,
  },
];
for (const { name, policy, call, access: expected } of cases)
  test(name, async () => {
    const person = new Person();
    const bench = await Bench.open(policy, { person });
    bench.client(call);
    await expect.poll(() => person.asked.length).toBe(1);
    expect(person.asked[0]?.question.access).toEqual(expected);
  });
