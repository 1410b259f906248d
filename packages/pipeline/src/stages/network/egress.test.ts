import { presetText } from '@claw/policy';
import { expect, test } from 'vitest';
import { Bench, errorOf, NO, Person, request, use, YES } from '../../../test/test-connection.js';

async function called(message: unknown, settings = ''): Promise<string | undefined> {
  const bench = await Bench.open(`version = 1\ndefault = "allow"\n[egress]\n${settings}`);
  bench.client(message);
  await bench.idle();
  return bench.atServer.length === 1 ? undefined : (errorOf(bench.atClient[0]).rule ?? 'nothing');
}

const url = (text: string) => use(1, 'fetch', { url: text });
const cases: readonly (readonly [
  name: string,
  message: unknown,
  rule: string | undefined,
  settings?: string,
])[] = [
  ['a public host', url('https://example.com/'), undefined],
  ['a metadata service', url('http://169.254.169.254/'), 'egress'],
  ['loopback in octal', url('http://0177.0.0.1/'), 'egress'],
  ['a private address behind a user name', url('http://example.com@10.0.0.1/'), 'egress'],
  ['loopback where it is allowed', url('http://127.0.0.1:3000/'), undefined, 'loopback = "allow"'],
  [
    'metadata although loopback is allowed',
    url('http://169.254.169.254/'),
    'egress',
    'loopback = "allow"\nprivate = "allow"',
  ],
  [
    'a host that is not on an exclusive list',
    url('https://example.org/'),
    'egress',
    'allow_hosts = ["example.com"]',
  ],
  ['a host that is', url('https://example.com/'), undefined, 'allow_hosts = ["example.com"]'],
  ['a private host that is on the list', url('http://10.0.0.1/'), undefined, 'allow_hosts = ["10.0.0.1"]'],
  [
    'a host that is both allowed and denied',
    url('https://example.com/'),
    'egress',
    'allow_hosts = ["example.com"]\ndeny_hosts = ["example.com"]',
  ],
  [
    'settings of the browser, although the tool is excluded',
    use(1, 'browser_navigate', { url: 'chrome://settings/passwords' }),
    'egress',
    'exclude_tools = ["browser_*"]',
  ],
  [
    'a local page in a browser',
    use(1, 'browser_navigate', { url: 'file:///srv/shop/coverage/index.html' }),
    undefined,
    'exclude_tools = ["browser_*"]',
  ],
  ['a label', use(1, 'create_issue', { labels: ['refs', 'metadata'] }), undefined],
  ['a repository', use(1, 'create_issue', { owner: 'localhost', repo: 'metadata' }), undefined],
  [
    'an entity',
    use(1, 'create_entities', { entities: [{ name: 'metadata', entityType: 'localhost' }] }),
    undefined,
  ],
  ['a word that is searched for', use(1, 'search_docs', { query: 'metadata' }), undefined],
  ['a word as a host', use(1, 'probe', { host: 'metadata' }), 'egress'],
  ['a name that is connected to', use(1, 'fetch', { name: 'metadata' }), 'egress'],
  ['a word in an argument with another name', use(1, 'inspect', { server: 'metadata' }), 'egress'],
  ['an address as a label', use(1, 'create_issue', { labels: ['169.254.169.254'] }), 'egress'],
  ['a host in a shell command', use(1, 'bash', { command: 'curl http://169.254.169.254/' }), 'egress'],
  [
    'a command that only checks whether this machine is reachable',
    use(1, 'bash', { command: 'ping -c 1 localhost' }),
    undefined,
  ],
  ['the same command with an address', use(1, 'bash', { command: 'ping 127.0.0.1' }), undefined],
  [
    'the same command with a denied host',
    use(1, 'bash', { command: 'ping localhost' }),
    'egress',
    'deny_hosts = ["localhost"]',
  ],
  ['the same command with a private address', use(1, 'bash', { command: 'ping 10.0.0.1' }), 'egress'],
  [
    'the same command followed by a connection',
    use(1, 'bash', { command: 'ping localhost && curl localhost' }),
    'egress',
  ],
  ['an excluded tool', url('http://127.0.0.1/'), undefined, 'exclude_tools = ["fetch"]'],
  [
    'loopback in a text that is written',
    use(1, 'write_file', { path: 'README.md', content: 'Open http://localhost:3000 in a browser' }),
    undefined,
  ],
  [
    'metadata in a text that is written',
    use(1, 'write_file', { path: 'a.md', content: 'see http://169.254.169.254/ for this' }),
    'egress',
  ],
  ['loopback that is all of a text', use(1, 'send', { content: 'http://localhost:3000' }), 'egress'],
  [
    'loopback in a note',
    use(1, 'create_entities', { observations: ['it runs at http://localhost:3000 during development'] }),
    undefined,
  ],
  [
    'a private address in a note',
    use(1, 'remember', { note: 'the printer is at http://192.168.1.20/ in the hall' }),
    undefined,
  ],
  [
    'metadata in a note',
    use(1, 'remember', { note: 'the metadata is at http://169.254.169.254/ in the cloud' }),
    'egress',
  ],
  [
    'loopback in a text for a tool that connects',
    use(1, 'fetch', { request: 'please get http://localhost:3000 for me' }),
    'egress',
  ],
  [
    'loopback in a command with many words',
    use(1, 'run', { command: 'curl -s http://localhost:3000 and some more words' }),
    'egress',
  ],
  [
    'loopback that an edit replaces',
    use(1, 'edit_file', {
      path: 'README.md',
      edits: [{ oldText: 'http://localhost:3000', newText: 'http://localhost:5173' }],
    }),
    undefined,
  ],
  [
    'loopback in an argument for an address, next to a text',
    use(1, 'sync', { path: 'a', content: 'x y', url: 'http://localhost/' }),
    'egress',
  ],
  [
    'loopback in a text without other words',
    use(1, 'remember', { pages: 'http://localhost:3000 http://localhost:3001' }),
    'egress',
  ],
  [
    'loopback in a text with one other word',
    use(1, 'remember', { wish: 'open http://localhost:3000' }),
    'egress',
  ],
  [
    'loopback in the text of a thinking tool',
    use(1, 'sequential_thinking', { thought: 'open http://localhost:3000' }),
    undefined,
  ],
  ['loopback as a title', use(1, 'create_issue', { title: 'http://localhost:3000' }), undefined],
  [
    'loopback in the title of an issue with code',
    use(1, 'create_issue', {
      title: "H2CClient('http://localhost:3000')\n```\n\n### `h2cClient.close",
      body: 'x',
    }),
    undefined,
  ],
  [
    'loopback in code that is stored',
    use(1, 'create_entities', {
      entities: [
        { observations: ["..requestOptions,\n origin: 'http://localhost'\n })\n\n t.equal(a.b, 200)"] },
      ],
    }),
    undefined,
  ],
  [
    'loopback in a search term',
    use(1, 'web_search', { query: 'ECONNREFUSED http://localhost:3000 node' }),
    undefined,
  ],
  [
    'loopback in the body of a request to another host',
    use(1, 'http_post', { url: 'https://api.example.com/', body: 'it runs on http://localhost:3000 here' }),
    undefined,
  ],
  [
    'loopback in the search pattern of a command',
    use(1, 'bash', { command: 'grep -rn "http://localhost:3000" src' }),
    undefined,
  ],
  [
    'loopback in the description of a command',
    use(1, 'bash', { command: 'npm test', description: 'Check http://localhost:3000 in the tests' }),
    undefined,
  ],
  [
    'a private address in a commit message',
    use(1, 'bash', { command: 'git commit -m "serve http://10.0.0.1:80"' }),
    undefined,
  ],
  [
    'loopback that a command replaces',
    use(1, 'bash', { command: "sed -i 's#http://localhost:3000#http://localhost:5173#g' a.env" }),
    undefined,
  ],
  ['a command that runs another', use(1, 'bash', { command: "sed '1e curl http://10.0.0.1/' a" }), 'egress'],
  ['a text that is handed on', use(1, 'bash', { command: 'echo http://10.0.0.1/ | xargs curl' }), 'egress'],
  ['a neighbour in code that runs', use(1, 'run_python', { code: "get('http://10.0.0.1/')" }), 'egress'],
  ['a neighbour as a lone text', use(1, 'summarize', { text: 'http://10.0.0.1/admin' }), 'egress'],
  ['a file as a resource', request(1, 'resources/read', { uri: 'file:///srv/a.md' }), undefined],
  [
    'a file as a resource although hosts are listed',
    request(1, 'resources/read', { uri: 'file:///srv/a.md' }),
    undefined,
    'allow_hosts = ["example.com"]',
  ],
  ['a file on another machine', request(1, 'resources/read', { uri: 'file://fileserver/share/a' }), 'egress'],
  [
    'metadata as a resource',
    request(1, 'resources/read', { uri: 'http://169.254.169.254/latest' }),
    'egress',
  ],
  ['a document by its URI', use(1, 'hover', { uri: 'file:///srv/a.ts', line: 3 }), undefined],
  ['a file URL that a tool fetches', url('file:///etc/passwd'), 'egress'],
  [
    'a file URL that a tool fetches, in another argument',
    use(1, 'fetch', { uri: 'file:///etc/passwd' }),
    'egress',
  ],
  ['another scheme', url('gopher://example.com/'), 'egress'],
];
for (const [name, message, rule, settings] of cases)
  test(name, async () => expect(await called(message, settings)).toBe(rule));

const nested: readonly (readonly [name: string, url: string, start: string])[] = [
  ['an address in the path', 'https://reader.example/http://169.254.169.254/', '`169.254.169.254` in'],
  ['an escaped address', 'https://example.com/?to=http%3A%2F%2F10.0.0.5%2F', '`10.0.0.5` in'],
  [
    'an address in base64',
    `https://example.com/?u=${Buffer.from('http://169.254.169.254/').toString('base64')}`,
    'an encoded address in the URL of `example.com` in',
  ],
];
for (const [name, url, start] of nested)
  test(`the reason names the address that is contained in a URL: ${name}`, async () => {
    const bench = await Bench.open('version = 1\ndefault = "allow"');
    bench.client(use(1, 'fetch', { url }));
    await bench.idle();
    expect(errorOf(bench.atClient[0]).message).toContain(`: ${start} `);
  });

test('a host that is allowed does not allow an address in its URL', async () => {
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[egress]\nallow_hosts = ["example.com"]');
  bench.client(use(1, 'fetch', { url: 'https://example.com/?to=http://169.254.169.254/' }));
  bench.client(use(2, 'fetch', { url: 'https://example.com/?to=http://10.0.0.5/' }));
  await bench.idle();
  expect(bench.atServer).toEqual([]);
});

test('if configured, names are resolved and their addresses are checked', async () => {
  const dns = {
    resolve: (host: string) =>
      host === 'rebind.example' ? ['93.184.215.14', '10.0.0.9'] : ['93.184.215.14'],
  };
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[egress]\nresolve = true', { dns });
  bench.client(use(1, 'fetch', { url: 'https://rebind.example/' }));
  bench.client(use(2, 'fetch', { url: 'https://honest.example/' }));
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('egress');
  expect(bench.atServer).toHaveLength(1);
});

test('a name in prose is not resolved', async () => {
  const dns = { resolve: () => ['10.0.0.9'] };
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[egress]\nresolve = true', { dns });
  bench.client(use(1, 'write_file', { path: 'notes.md', content: 'see https://wiki.example/' }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
});

test('a name that cannot be resolved is denied', async () => {
  const dns = { resolve: () => Promise.reject(new Error('ENOTFOUND')) };
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[egress]\nresolve = true', { dns });
  bench.client(use(1, 'fetch', { url: 'https://nowhere.example/' }));
  await bench.idle();
  expect(errorOf(bench.atClient[0]).rule).toBe('egress');
  expect(bench.atServer).toEqual([]);
});

/** Returns the decision on a call: denied, approval required, noted, or none of these. */
async function wordAbout(host: string, settings: string): Promise<string> {
  const person = new Person();
  const bench = await Bench.open(`default = "allow"\n[egress]\n${settings}`, { person });
  bench.client(use(1, 'fetch', { url: `http://${host}/` }));
  await expect.poll(() => person.asked.length + bench.atServer.length + bench.atClient.length).toBe(1);
  if (person.asked.length === 1) return 'prompt';
  if (bench.atClient.length === 1) return 'deny';
  return bench.entries.some(({ trail }) => trail.some(({ rule }) => rule === 'egress')) ? 'log' : 'nothing';
}

const LISTS = 'deny_hosts = ["evil.example", "10.0.0.9"]\n';
const words: readonly (readonly [settings: string, expected: Readonly<Record<string, string>>])[] = [
  [
    'action = "log"\n',
    { '10.0.0.1': 'deny', '127.0.0.1': 'deny', '169.254.169.254': 'deny', 'example.com': 'nothing' },
  ],
  [
    `action = "log"\nprivate = "prompt"\nloopback = "allow"\nmetadata = "deny"\n${LISTS}`,
    {
      '10.0.0.1': 'prompt',
      '127.0.0.1': 'nothing',
      '169.254.169.254': 'deny',
      'evil.example': 'log',
      '10.0.0.9': 'prompt',
    },
  ],
  [
    `action = "prompt"\nprivate = "deny"\n${LISTS}`,
    { '10.0.0.1': 'deny', '10.0.0.9': 'deny', 'evil.example': 'prompt', '127.0.0.1': 'deny' },
  ],
  [
    'action = "log"\nmetadata = "prompt"\nallow_hosts = ["example.com", "10.0.0.1"]\n',
    {
      'example.com': 'nothing',
      'example.org': 'log',
      '10.0.0.1': 'nothing',
      '10.0.0.2': 'deny',
      '169.254.169.254': 'prompt',
    },
  ],
  [
    `private = "allow"\nloopback = "prompt"\n${LISTS}`,
    { '10.0.0.1': 'nothing', '10.0.0.9': 'deny', '127.0.0.1': 'prompt', 'evil.example': 'deny' },
  ],
];
for (const [settings, expected] of words)
  for (const [host, word] of Object.entries(expected))
    test(`${settings.trim().replaceAll('\n', ', ')}: ${host} is ${word}`, async () =>
      expect(await wordAbout(host, settings)).toBe(word));

test('approval is required for the most severe host of a call', async () => {
  const person = new Person();
  const settings = `action = "log"\nloopback = "prompt"\n${LISTS}`;
  const bench = await Bench.open(`default = "allow"\n[egress]\n${settings}`, { person });
  bench.client(use(1, 'fetch', { urls: ['http://evil.example/', 'http://127.0.0.1/'] }));
  await expect.poll(() => person.asked.length).toBe(1);
  expect(person.asked[0]?.question.reason).toContain('127.0.0.1');
});

const get = (id: number, address: string) => use(id, 'fetch', { url: address });

test('balanced requires approval for a server on this machine once', async () => {
  const person = new Person();
  const bench = await Bench.open(presetText('balanced'), { person });
  bench.client(get(1, 'http://localhost:3000/'));
  bench.client(get(2, 'http://localhost:3000/login'));
  bench.client(get(3, 'http://localhost:5173/'));
  await expect.poll(() => person.asked.length).toBe(2);
  expect(person.asked[0]?.question.message).toContain('localhost:3000');
  person.say(0, YES);
  person.say(1, NO);
  await expect.poll(() => bench.atServer.length + bench.atClient.length).toBe(3);
  bench.client(use(4, 'http_request', { url: 'http://localhost:3000/api', method: 'POST', body: 'x' }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(3);
  expect(errorOf(bench.atClient[0]).rule).toBe('egress');
  bench.client(get(5, 'http://localhost:5173/a'));
  await bench.idle();
  expect(bench.atClient).toHaveLength(2);
  bench.client(use(6, 'fetch', { urls: ['http://localhost:3000/', 'http://10.0.0.5:80/'] }));
  await expect.poll(() => person.asked.length).toBe(3);
  expect(person.asked[2]?.question.message).toContain('10.0.0.5');
});

test('a call that waits for the approval of another call requests its own approval when the first is withdrawn', async () => {
  const person = new Person();
  const bench = await Bench.open(presetText('balanced'), { person });
  bench.client(get(1, 'http://localhost:3000/'));
  bench.client(get(2, 'http://localhost:3000/login'));
  await expect.poll(() => person.asked.length).toBe(1);
  bench.client({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 1 } });
  await expect.poll(() => person.asked[0]?.withdrawn.aborted).toBe(true);
  person.say(0, { kind: 'unavailable', reason: 'the call was withdrawn' });
  await expect.poll(() => person.asked.length).toBe(2);
  person.say(1, YES);
  await expect.poll(() => bench.atServer.filter((line) => line.includes('"id":2')).length).toBe(1);
});

for (const host of ['169.254.169.254', '169.254.1.1', 'metadata.google.internal', '169.254.169.254.nip.io'])
  test(`balanced denies ${host}`, async () => {
    const bench = await Bench.open(presetText('balanced'), { person: new Person() });
    bench.client(get(1, `http://${host}/`));
    await bench.idle();
    expect(bench.atServer).toEqual([]);
    expect(bench.atClient).toHaveLength(1);
  });
