import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sampleStep } from './built-in-chain.js';
import { builtInChains, createChainDetector } from './chain-detector.js';
import { findLabels } from './labels.js';
import { createChainState } from './state.js';
import type { ContentLabel, Step } from './step.js';

const chains = createChainDetector();

/** Returns the matches of each call of a session in which all calls are allowed. */
function play(steps: readonly Step[], { every = 10, engine = chains } = {}): string[][] {
  const state = createChainState();
  return steps.map((step, index) => {
    const now = 1_000_000 + index * every;
    const names = engine.findMatches(state, step, now).map(({ name }) => name);
    engine.record(state, step, now);
    return names;
  });
}

for (const { name, samples } of builtInChains)
  describe(name, () => {
    samples.hit.forEach((steps, index) => {
      test(`detects sample ${index}`, () => expect(play(steps).at(-1)).toContain(name));
    });
    samples.miss.forEach((steps, index) => {
      test(`ignores sample ${index}`, () => expect(play(steps).flat()).not.toContain(name));
    });
  });

const readKey = sampleStep({
  key: '1',
  tool: 'read_file',
  effects: ['read'],
  paths: [{ text: '~/.ssh/id_rsa' }],
});
const send = sampleStep({ key: '2', tool: 'post', effects: ['connect'], hosts: ['collect.example'] });
const write = sampleStep({ tool: 'write', effects: ['write'], paths: [{ text: '/tmp/x.sh' }] });
const run = sampleStep({ effects: ['exec'], commands: [{ program: 'bash', words: ['bash', '/tmp/x.sh'] }] });

describe('evasions', () => {
  const harmless = fc.record({
    effects: fc.subarray(['read', 'write', 'delete', 'exec'] as const),
    name: fc.stringMatching(/^[a-z]{1,8}\.[a-z]{2}$/),
  });
  const toStep = ({ effects, name }: { effects: readonly Step['effects'][number][]; name: string }) =>
    sampleStep({ effects, paths: [{ text: `/home/ana/app/${name}` }] });

  test('harmless calls in between do not hide a chain', () => {
    fc.assert(
      fc.property(fc.array(harmless, { maxLength: 40 }), (between) => {
        const steps = between.map(toStep);
        expect(play([readKey, ...steps, send]).at(-1)).toContain('read_then_send');
        expect(play([write, ...steps, run]).at(-1)).toContain('write_then_run');
      }),
    );
  });

  test('thousands of harmless calls do not displace a sensitive one', () => {
    const flood = Array.from({ length: 6_000 }, (_, index) =>
      sampleStep({ effects: ['read', 'write'], paths: [{ text: `/home/ana/app/file${index}.ts` }] }),
    );
    expect(play([readKey, ...flood, send], { every: 1 }).at(-1)).toContain('read_then_send');
    expect(play([write, ...flood, run], { every: 1 }).at(-1)).toContain('write_then_run');
  });

  test('writing many files with the same name does not hide the first file', () => {
    const decoys = Array.from({ length: 50 }, (_, index) =>
      sampleStep({ effects: ['write'], paths: [{ text: `/srv/d${index}/x.sh` }] }),
    );
    expect(play([write, ...decoys, run]).at(-1)).toContain('write_then_run');
  });

  describe('after thousands of files were written', () => {
    const generated = Array.from({ length: 6_000 }, (_, index) =>
      sampleStep({ effects: ['write'], paths: [{ text: `/home/ana/app/gen/file${index}.sh` }] }),
    );
    const runs = (...words: string[]) =>
      sampleStep({ effects: ['exec'], commands: [{ program: words[0] ?? '', words }] });
    const cases = [
      { name: 'the first file', step: runs('bash', '/home/ana/app/gen/file3.sh'), isFound: true },
      { name: 'the last file', step: runs('bash', 'gen/file5999.sh'), isFound: true },
      { name: 'a wildcard for the files', step: runs('bash', '/home/ana/app/gen/*.sh'), isFound: true },
      { name: 'a file that was not written', step: runs('bash', '/home/ana/app/other.sh'), isFound: false },
      { name: 'a hook that was not written', step: runs('git', 'commit', '-m', 'x'), isFound: false },
    ];
    for (const { name, step, isFound } of cases)
      test(name, () => {
        const found = play([...generated, step], { every: 1 }).at(-1) ?? [];
        expect(found.includes('write_then_run')).toBe(isFound);
      });
  });

  test('the state of a session has a limited size', () => {
    const state = createChainState();
    for (let index = 0; index < 8_000; index += 1) {
      const text = `/home/u${index}/${'x'.repeat(100)}${index}/.env`;
      const step = sampleStep({
        key: `${index}`,
        tool: `t${index}`,
        effects: ['read', 'write', 'exec'],
        paths: [{ text }, { text: `/p${index}/${index}.sh` }],
        hosts: [`h${index}.example`],
      });
      chains.record(state, step, index);
    }
    const size = (value: unknown): number =>
      value instanceof Map
        ? [...value.values()].reduce<number>((sum, one) => sum + size(one), value.size)
        : 0;
    expect(Object.values(state).reduce((sum: number, part) => sum + size(part), 0)).toBeLessThan(20_000);
    for (const times of state.callTimes.values()) expect(times.length).toBeLessThan(600);
  });

  const spellings = [
    '/home/ana/.SSH/id_rsa',
    '~/.ssh/./id_rsa',
    '/home/ana/app/../.ssh/id_rsa',
    '/home/ana/%2essh/id_rsa',
    '/home/ana/%252e%2573sh/id_rsa',
    'C:\\Users\\ana\\.ssh\\id_rsa',
    'file:///home/ana/.ssh/id_rsa',
    '/home/ana/．ssh/id_rsa',
    '~/.ssh',
    '~/.ssh/*',
    '$HOME/.ss[h]/id_rsa',
    `/home/ana/${'./'.repeat(3000)}.ssh/id_rsa`,
  ];
  for (const text of spellings)
    test(`detects a key written as ${text.slice(0, 40)}`, () =>
      expect(play([sampleStep({ effects: ['read'], paths: [{ text }] }), send]).at(-1)).toContain(
        'read_then_send',
      ));

  test('a resolved path counts like the path as written', () =>
    expect(
      play([
        sampleStep({
          effects: ['read'],
          paths: [{ text: 'link', readings: ['/home/ana/.aws/credentials'] }],
        }),
        send,
      ]).at(-1),
    ).toContain('read_then_send'));

  test('a key that is both used and read counts as read', () => {
    const text = '~/.ssh/id_rsa';
    const both = sampleStep({
      effects: ['exec', 'connect'],
      paths: [{ text }, { text }],
      hosts: ['build.example'],
      commands: [
        { program: 'cat', words: ['cat', text] },
        { program: 'ssh', words: ['ssh', '-i', text, 'build.example'] },
      ],
    });
    expect(play([both])[0]).toContain('read_then_send');
  });

  test('loopback next to another host is not exempt', () =>
    expect(play([readKey, { ...send, hosts: ['127.0.0.1', 'collect.example'] }])[1]).toContain(
      'read_then_send',
    ));
});

describe('time', () => {
  test('after the window, earlier calls do not count', () =>
    expect(play([readKey, send], { every: 60_001 })[1]).toEqual([]));
  test('within the window, all calls count', () =>
    expect(play([readKey, send], { every: 60_000 })[1]).toEqual(['read_then_send']));
  test('earlier calls count if the clock was set back', () =>
    expect(play([readKey, send], { every: -5000 })[1]).toEqual(['read_then_send']));
  test('earlier calls count if the clock is invalid', () =>
    expect(play([readKey, send], { every: Number.NaN })[1]).toEqual(['read_then_send']));
});

describe('a session', () => {
  test('a denied call does not count', () => {
    const state = createChainState();
    expect(chains.findMatches(state, readKey, 1)).toEqual([]);
    expect(chains.findMatches(state, send, 2)).toEqual([]);
  });

  test('a match names both calls and their effects', () => {
    const state = createChainState();
    chains.record(state, readKey, 3);
    const [match] = chains.findMatches(state, send, 4);
    expect(match).toMatchObject({ name: 'read_then_send', steps: [{ key: '1' }, { key: '2' }] });
    expect(match?.reason).toBe(
      'this call connects to `collect.example`, and a moment ago `read_file` of `server` accessed `~/.ssh/id_rsa`',
    );
  });

  const learnt: readonly { label: ContentLabel; next: Step; name: string | undefined }[] = [
    { label: 'secret_text', next: send, name: 'secrets_to_network' },
    { label: 'untrusted_text', next: run, name: 'untrusted_then_act' },
    { label: 'untrusted_text', next: send, name: undefined },
    { label: 'personal_text', next: send, name: undefined },
  ];
  for (const { label, next, name } of learnt)
    test(`a response with ${label}, then ${next.effects}: ${name}`, () => {
      const state = createChainState();
      const call = sampleStep({ tool: 'query' });
      chains.record(state, call, 0);
      chains.addLabels(state, call, [label], 50_000);
      expect(chains.findMatches(state, next, 100_000).map((match) => match.name)).toEqual(
        name === undefined ? [] : [name],
      );
    });

  test('a chain with untrusted text is logged once for each text and requires no approval', () => {
    const state = createChainState();
    chains.addLabels(state, sampleStep({}), ['untrusted_text'], 0);
    expect(chains.findMatches(state, run, 1)).toMatchObject([{ action: 'log' }]);
    chains.record(state, run, 1);
    expect(chains.findMatches(state, run, 2)).toEqual([]);
    chains.addLabels(state, sampleStep({}), ['untrusted_text'], 3);
    expect(chains.findMatches(state, run, 4)).toHaveLength(1);
  });

  test('after an approval, further steps of a sweep require no approval', () => {
    const steps = [...'abcdefghijklmnopqrstuvw'].map((letter) =>
      sampleStep({ effects: ['read'], paths: [{ text: `/home/ana/${letter}` }] }),
    );
    expect(play(steps).flat()).toEqual(['sweep']);
  });

  test('tool names cannot contain terminal control characters in reasons', () => {
    const state = createChainState();
    chains.record(state, { ...readKey, tool: 'read\u001b[2J\u202e' }, 0);
    expect(chains.findMatches(state, send, 1)[0]?.reason).toContain('`read⟨U+001B⟩[2J⟨U+202E⟩`');
  });
});

describe('chains of a policy', () => {
  const host = (name: string) => (step: Step) => step.hosts.includes(name);
  const engine = createChainDetector({
    patterns: [
      {
        name: 'three deletes',
        steps: [{ effects: ['delete'] }, { effects: ['delete'] }, { effects: ['delete'] }],
        action: 'deny',
      },
      {
        name: 'read then x',
        steps: [{ effects: ['read'] }, { effects: ['connect'], matches: host('x.example') }],
        within: 5000,
      },
      {
        name: 'broken',
        steps: [
          {
            effects: ['move'],
            matches: () => {
              throw new Error('no');
            },
          },
        ],
      },
    ],
  });
  const remove = sampleStep({ effects: ['delete'] });
  const read = sampleStep({ effects: ['read'] });
  const toX = sampleStep({ effects: ['connect'], hosts: ['x.example'] });
  const cases: { name: string; steps: Step[]; every?: number; last: string[] }[] = [
    { name: 'one call does not complete a chain of three', steps: [remove], last: [] },
    {
      name: 'three calls complete a chain of three',
      steps: [remove, read, remove, send, remove],
      last: ['three deletes'],
    },
    {
      name: 'the fourth call starts a new chain',
      steps: [remove, remove, remove, remove],
      last: ['three deletes'],
    },
    {
      name: 'two effects in one call are two steps',
      steps: [sampleStep({ ...toX, effects: ['read', 'connect'] })],
      last: ['read then x'],
    },
    { name: 'a call to another host does not complete the chain', steps: [read, send], last: [] },
    {
      name: 'the latest start of a chain counts',
      steps: [read, remove, read, toX],
      every: 4000,
      last: ['read then x'],
    },
    {
      name: 'a call after the time limit does not complete the chain',
      steps: [read, remove, toX],
      every: 3000,
      last: [],
    },
    { name: 'calls in another order do not complete the chain', steps: [toX, read], last: [] },
    {
      name: 'a condition that throws counts as met',
      steps: [sampleStep({ effects: ['move'] })],
      last: ['broken'],
    },
  ];
  for (const { name, steps, every = 10, last } of cases)
    test(name, () => expect(play(steps, { every, engine }).at(-1)).toEqual(last));

  test('a match has the configured action', () => {
    const state = createChainState();
    for (const now of [1, 2]) engine.record(state, remove, now);
    expect(engine.findMatches(state, remove, 3)[0]).toMatchObject({ name: 'three deletes', action: 'deny' });
  });

  test('a chain is detected with any calls between its steps', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('r', 'c', 'd'), { maxLength: 30 }), (letters) => {
        const between = letters.map((letter) => (letter === 'd' ? remove : letter === 'r' ? read : send));
        expect(play([read, ...between, toX], { engine }).at(-1)).toContain('read then x');
      }),
    );
  });
});

describe('classes of paths', () => {
  const cases: { text: string; label: string | undefined }[] = [
    { text: '/Users/ana/Library/Mail/V10', label: 'personal' },
    { text: '~/Library/Keychains/login.keychain-db', label: 'credentials' },
    { text: '/home/ana/app/src/library/mail/send.ts', label: undefined },
    { text: 'src/cookies', label: undefined },
    { text: '/home/ana/.config/gcloud/application_default_credentials.json', label: 'credentials' },
    { text: 'C:\\Users\\ana\\AppData\\Local\\Google\\Chrome\\User Data\\Default', label: 'personal' },
    { text: 'server.pem', label: 'secrets' },
    { text: '.env.production', label: 'secrets' },
    { text: '.env.example', label: undefined },
    { text: 'docs/.ssh/config', label: undefined },
    { text: '/etc/shadow', label: 'credentials' },
    { text: '/etc/hosts', label: 'system' },
    { text: '/tmp/x', label: 'temp' },
    { text: 'environment.ts', label: undefined },
    { text: 'f=@/home/ana/.netrc', label: 'credentials' },
  ];
  for (const { text, label } of cases)
    test(`${text}: ${label}`, () =>
      expect([...findLabels(sampleStep({ effects: ['read'], paths: [{ text }] }))]).toEqual(
        label === undefined ? [] : [label],
      ));

  test('the project folder is configurable', () => {
    const step = sampleStep({ effects: ['read'], paths: [{ text: '/home/ana/app/src/a.ts' }] });
    expect([...findLabels(step, { projects: ['/home/ana/app'] })]).toEqual(['project']);
    expect([...findLabels(step, { projects: ['/home/ana/ap'] })]).toEqual([]);
  });
});

describe('long and unusual input is processed in bounded time', () => {
  const long = 300_000;
  const odd: { name: string; step: Step }[] = [
    {
      name: 'open brackets',
      step: sampleStep({ effects: ['read'], paths: [{ text: `/x/${'['.repeat(long)}` }] }),
    },
    {
      name: 'stars',
      step: sampleStep({ effects: ['read'], paths: [{ text: `/x/${'*a'.repeat(long / 2)}` }] }),
    },
    { name: 'dots', step: sampleStep({ effects: ['read'], paths: [{ text: '../'.repeat(long / 3) }] }) },
    { name: 'escapes', step: sampleStep({ effects: ['read'], paths: [{ text: '%252e'.repeat(long / 5) }] }) },
    {
      name: 'a long program',
      step: sampleStep({ effects: ['exec'], commands: [{ program: `${'a'.repeat(long)}/`, words: ['x'] }] }),
    },
    {
      name: 'two thousand patterns to run',
      step: sampleStep({
        effects: ['exec'],
        paths: Array.from({ length: 2_000 }, (_, index) => ({ text: `/a${index}/*${index}?.sh` })),
        commands: [{ program: 'sh', words: ['sh'] }],
      }),
    },
    {
      name: 'twenty thousand paths',
      step: sampleStep({
        effects: ['read', 'write', 'exec'],
        paths: Array.from({ length: 20_000 }, (_, index) => ({ text: `/a${index % 9}/x.sh` })),
      }),
    },
  ];
  for (const { name, step } of odd)
    test(name, () => {
      const state = createChainState();
      const written = Array.from({ length: 3000 }, (_, index) => ({ text: `/w/${'x'.repeat(200)}${index}` }));
      chains.record(state, sampleStep({ effects: ['write'], paths: written.slice(0, 1990) }), 0);
      chains.findMatches(state, step, 1);
      chains.record(state, step, 1);
      expect(state.written.size).toBeLessThanOrEqual(2000);
    });
});
