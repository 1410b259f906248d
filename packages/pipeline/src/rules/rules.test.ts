import { expect, test } from 'vitest';
import {
  Bench,
  type BenchOptions,
  errorOf,
  NO,
  notification,
  Person,
  pipelineOf,
  request,
  result,
  text,
  use,
  YES,
} from '../../test/test-connection.js';
import type { Limit } from '../ports.js';
import { purgeCache } from './cache-keys.js';

const guarded = (guard: string) => `version = 1\ndefault = "allow"\n[[guard]]\n${guard}`;

/** Creates a result cache in memory. */
function memoryCache() {
  const kept = new Map<string, string>();
  return {
    kept,
    get: (key: string) => kept.get(key),
    set: (key: string, value: string) => void kept.set(key, value),
    remove: (key: string) => kept.delete(key),
    acquireLock: (key: string) => !kept.has(key) && kept.set(key, '') !== undefined,
  };
}

async function answered(bench: Bench, id: number, tool: string, body: unknown, input = {}): Promise<unknown> {
  bench.client(use(id, tool, input));
  bench.server(result(id, body));
  await bench.idle();
  return JSON.parse(bench.atClient.at(-1) ?? '').result;
}

const open = (guard: string, options: BenchOptions = {}) => Bench.open(guarded(guard), options);

// ---- ip_acl

const acl = (action: string) =>
  `rule_type = "ip_acl"\ntools = ["*"]\nname = "door"\naction = "${action}"\ncidrs = ["10.0.0.0/8", "2001:db8::/32"]`;
for (const [action, address, passes] of [
  ['allow', '10.1.1.1', true],
  ['allow', '::ffff:10.1.1.1', true],
  ['allow', '192.0.2.1', false],
  ['deny', '10.1.1.1', false],
  ['deny', '192.0.2.1', true],
  ['allow', undefined, true],
] as const)
  test(`ip_acl ${action}: ${address ?? 'a pipe'} is ${passes ? 'allowed' : 'denied'}`, async () => {
    const bench = await open(acl(action), address === undefined ? {} : { address: () => address });
    bench.client(use(1, 'a'));
    bench.client(request(2, 'resources/read', { uri: 'a://b' }));
    await bench.idle();
    expect(bench.atServer).toHaveLength(passes ? 2 : 0);
    if (!passes) expect(errorOf(bench.atClient[0])).toMatchObject({ code: -32001, rule: 'door' });
  });

for (const [action, tools, address, listens] of [
  ['allow', '*', '10.1.1.1', true],
  ['allow', '*', '192.0.2.1', false],
  ['deny', '*', '10.1.1.1', false],
  ['deny', '*', '192.0.2.1', true],
  ['deny', 'send', '10.1.1.1', true],
] as const)
  test(`ip_acl ${action} for ${tools}: ${address} ${listens ? 'may' : 'may not'} open a stream`, async () => {
    const { checkListener } = await pipelineOf(guarded(acl(action).replace('"*"', `"${tools}"`)));
    const refusal = listens ? undefined : { kind: 'deny', rule: 'door', reason: expect.any(String) };
    expect(checkListener(address)).toEqual(refusal);
  });

test('ip_acl: another spelling of a tool name does not bypass the rule', async () => {
  const bench = await open(acl('deny').replace('"*"', '"a"'), { address: () => '10.1.1.1' });
  for (const [id, tool] of ['a', 'A', 'a\u200b', 'b'].entries()) bench.client(use(id, tool));
  await bench.idle();
  expect(bench.atServer).toEqual([JSON.stringify(use(3, 'b'))]);
});

test('ip_acl: each call of a connection is checked with its own address, even after a pending approval', async () => {
  const addresses = ['10.1.1.1', '192.0.2.1', '10.2.2.2'];
  const person = new Person();
  const policy = guarded(acl('deny')).replace('default = "allow"', 'default = "prompt"');
  const bench = await Bench.open(policy, { person, address: () => addresses.shift() });
  bench.client(use(1, 'a'));
  bench.client(use(2, 'a'));
  bench.client(use(3, 'a'));
  // After a policy change, the call is checked again.
  bench.pipeline = await pipelineOf(`${policy}\n`);
  person.say(0, YES);
  await bench.idle();
  expect(bench.atServer).toEqual([JSON.stringify(use(2, 'a'))]);
  expect(bench.entries.map(({ id, address, decision }) => [id, address, decision])).toEqual([
    ['1', '10.1.1.1', 'deny'],
    ['3', '10.2.2.2', 'deny'],
    ['2', '192.0.2.1', 'allow'],
  ]);
});

// ---- rate_limit

function counting() {
  const limits: Limit[] = [];
  const hit = (limit: Limit) => {
    limits.push(limit);
    return limits.filter(({ key }) => key === limit.key).length > limit.max ? 7 : undefined;
  };
  return { limits, hit };
}
const limit = (more = '') =>
  `rule_type = "rate_limit"\nname = "slow"\ntools = ["send_*"]\nmatch_key = "consumer"\nthreshold = 1\ntimespan = 60\n${more}`;

test('rate_limit: calls above the limit are denied, and calls of other tools are not counted', async () => {
  const counters = counting();
  const bench = await open(limit(), { counters, identity: 'ada' });
  for (const [id, tool] of [
    [1, 'send_mail'],
    [2, 'read'],
    [3, 'send_mail'],
    [4, 'read'],
  ] as const)
    bench.client(use(id, tool));
  await bench.idle();
  expect(bench.atServer).toHaveLength(3);
  expect(errorOf(bench.atClient[0])).toMatchObject({ code: -32000, rule: 'slow' });
  expect(counters.limits[0]).toEqual({ key: 'guard ["slow","ada"]', max: 1, windowMs: 60_000 });
});

for (const tool of ['Send_mail', 'send_mail ', 'send_\u200bmail', 'se\u0000nd_mail'])
  test(`rate_limit: another spelling of a tool name is counted: ${JSON.stringify(tool)}`, async () => {
    const bench = await open(limit().replace('send_*', 'send_mail'), { counters: counting() });
    bench.client(use(1, 'send_mail'));
    bench.client(use(2, tool));
    await bench.idle();
    expect(bench.atServer).toHaveLength(1);
    expect(errorOf(bench.atClient[0])).toMatchObject({ code: -32000, rule: 'slow' });
  });

for (const [first, second, passes] of [
  ['10.0.0.7', '::ffff:10.0.0.7', 1],
  ['10.0.0.7', '::FFFF:a00:7', 1],
  ['10.0.0.7', '10.0.0.8', 2],
  ['2001:db8::1', '2001:DB8:0:0:1234::2', 1],
  ['2001:db8::1', '2001:db8:0:1::1', 2],
  ['fe80::1%eth0', 'fe80::1', 1],
] as const)
  test(`rate_limit: ${first} and ${second} are ${passes === 1 ? 'one caller' : 'two callers'}`, async () => {
    const addresses = [first, second];
    const bench = await open(limit().replace('consumer', 'ip'), {
      counters: counting(),
      address: () => addresses.shift(),
    });
    bench.client(use(1, 'send_mail'));
    bench.client(use(2, 'send_mail'));
    await bench.idle();
    expect(bench.atServer).toHaveLength(passes);
  });

test('rate_limit: the API keys of one consumer are counted separately if configured', async () => {
  for (const [matchKey, passes] of [
    ['api_key', 2],
    ['consumer', 1],
  ] as const) {
    const counters = counting();
    const guard = limit().replace('consumer', matchKey);
    for (const apiKey of ['k1', 'k2']) {
      const bench = await open(guard, { counters, identity: 'ada', apiKey });
      bench.client(use(1, 'send_mail'));
      await bench.idle();
    }
    expect(counters.limits.length - new Set(counters.limits.map(({ key }) => key)).size).toBe(2 - passes);
  }
});

test('rate_limit: bans and restarted windows are delegated to the counters', async () => {
  const counters = counting();
  const more = 'reset_expire_on_hit = true\nban_after_n_exceeded = 5\nban_timespan = 600';
  const bench = await open(limit(more), { counters });
  bench.client(use(1, 'send_mail'));
  await bench.idle();
  expect(counters.limits[0]).toMatchObject({ restartOnHit: true, ban: { after: 5, ms: 600_000 } });
});

test('rate_limit: a dry run only adds a note', async () => {
  const bench = await open(limit('dryrun = true'), { counters: counting() });
  bench.client(use(1, 'send_mail'));
  bench.client(use(2, 'send_mail'));
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
  expect(bench.entries.at(-1)?.trail.map(({ rule }) => rule)).toContain('slow');
});

test('rate_limit: without counters every call is denied', async () => {
  const bench = await open(limit());
  bench.client(use(1, 'send_mail'));
  await bench.idle();
  expect(bench.atServer).toEqual([]);
});

// ---- tool_description_inject

for (const [position, expected] of [
  ['append', 'Reads.\nBe careful.'],
  ['prepend', 'Be careful.\nReads.'],
] as const)
  test(`tool_description_inject: ${position}`, async () => {
    const bench = await open(
      `rule_type = "tool_description_inject"\ntools = ["read*"]\ninject_text = "Be careful."\ninject_position = "${position}"`,
    );
    bench.client(request(1, 'tools/list', {}));
    bench.server(
      result(1, {
        tools: [
          { name: 'read', description: 'Reads.' },
          null,
          { name: 'write', description: 'Writes.' },
          { name: 'read2' },
          { name: 'read3', description: '' },
        ],
      }),
    );
    await bench.idle();
    expect(JSON.parse(bench.atClient[0] ?? '').result.tools).toEqual([
      { name: 'read', description: expected },
      null,
      { name: 'write', description: 'Writes.' },
      { name: 'read2', description: 'Be careful.' },
      { name: 'read3', description: 'Be careful.' },
    ]);
  });

// ---- response_replace

const replace = (fields: string) => `rule_type = "response_replace"\ntools = ["query"]\n${fields}`;
const replaced: readonly (readonly [string, string, string, string])[] = [
  ['a pattern', 'pattern = "EMP-[0-9]{4}"\nreplacement = "EMP-XXXX"', 'by EMP-1234.', 'by EMP-XXXX.'],
  [
    'e-mail addresses',
    'dlp_rule_id = "emails"\nreplacement = "<mail>"',
    'ask jane.doe@acme-industrie.de now',
    'ask <mail> now',
  ],
  [
    'card numbers with a valid check digit',
    'dlp_rule_id = "credit_cards"',
    'card 4012888888881881',
    'card [REDACTED]',
  ],
  [
    'a number that only looks like a card number is not replaced',
    'dlp_rule_id = "credit_cards"',
    'card 4012888888881882',
    'card 4012888888881882',
  ],
  [
    'matches of a pattern that the category confirms',
    'pattern = "[0-9]{16}"\ndlp_rule_id = "credit_cards"',
    '4012888888881881 4012888888881882',
    '[REDACTED] 4012888888881882',
  ],
  ['URLs', 'dlp_rule_id = "urls"\nreplacement = "<url>"', 'see https://example.com/a', 'see <url>'],
];
for (const [name, fields, before, after] of replaced)
  test(`response_replace: ${name}`, async () => {
    const bench = await open(replace(fields));
    const body = { ...text(before), structuredContent: { deep: [before] } };
    expect(await answered(bench, 1, 'query', body)).toEqual({
      ...text(after),
      structuredContent: { deep: [after] },
    });
    expect(await answered(bench, 2, 'other', body)).toEqual(body);
  });

test('response_replace: another spelling of a tool name does not bypass the rule', async () => {
  const bench = await open(replace('pattern = "EMP-[0-9]{4}"'));
  expect(await answered(bench, 1, 'Query ', text('EMP-1234'))).toEqual(text('[REDACTED]'));
});

const blob = (value: string) => Buffer.from(value).toString('base64');
const hidden: readonly (readonly [name: string, fields: string, before: object, gone: string])[] = [
  ['a card in two texts', 'dlp_rule_id = "credit_cards"', text('card 40128888', '88881881'), '88881881'],
  ['a pattern over two texts', 'pattern = "EMP-[0-9]{4}"', text('by EMP', '-1234'), '-1234'],
  [
    'JSON in a string',
    'dlp_rule_id = "emails"',
    text(JSON.stringify({ to: 'jane.doe@acme-industrie.de' })),
    'jane.doe',
  ],
  [
    'an embedded text',
    'dlp_rule_id = "emails"',
    { content: [{ type: 'resource', resource: { uri: 'a://b', text: 'jane.doe@acme-industrie.de' } }] },
    'jane.doe',
  ],
  [
    'an embedded file',
    'dlp_rule_id = "emails"',
    {
      content: [
        { type: 'resource', resource: { uri: 'a://b', blob: blob('mail jane.doe@acme-industrie.de now') } },
      ],
    },
    blob('jane.doe').slice(2, 8),
  ],
  ['an escaped letter', 'pattern = "EMP-1234"', text('EMP-1234'), 'EMP'],
  [
    'structured content',
    'pattern = "EMP-1234"',
    { content: [], structuredContent: { a: [{ b: 'EMP-1234' }] } },
    'EMP',
  ],
  ['metadata', 'pattern = "EMP-1234"', { content: [], _meta: { a: 'EMP-1234' } }, 'EMP'],
  ['an IBAN', 'dlp_rule_id = "iban"', text('DE89 3704 0044 0532 0130 00'), '3704'],
  ['an address', 'dlp_rule_id = "ips"', text('at 203.0.113.77 and 2001:db8::77'), '113.77'],
];
for (const [name, fields, before, gone] of hidden)
  test(`response_replace: found in ${name}`, async () => {
    const bench = await open(replace(fields));
    bench.client(use(1, 'query'));
    bench.server(JSON.stringify(result(1, before)).replaceAll('EMP-1234', '\\u0045MP-1234'));
    await bench.idle();
    expect(bench.atClient[0]).not.toContain(gone);
    expect(bench.atClient[0]).toContain('"id":1');
  });

test('response_replace: errors, progress, late responses and the results of tasks', async () => {
  const bench = await open(replace('pattern = "EMP-[0-9]{4}"'));
  bench.client(use(1, 'query'));
  bench.server({ jsonrpc: '2.0', id: 1, error: { code: -32603, message: 'no EMP-1234' } });
  bench.server(notification('notifications/message', { level: 'info', data: 'EMP-1234' }));
  bench.server(result(99, text('EMP-1234')));
  bench.client(use(2, 'query'));
  bench.server(result(2, { resultType: 'task', taskId: 't' }));
  bench.client(request(3, 'tasks/get', { taskId: 't' }));
  bench.server(result(3, { taskId: 't', status: 'completed', result: text('EMP-1234') }));
  await bench.idle();
  expect(bench.atClient).toHaveLength(5);
  expect(bench.atClient.join('\n')).not.toContain('EMP');
});

const words: readonly (readonly [name: string, pattern: string, before: object, after: object])[] = [
  ['a word of the protocol', 'result|content|text', text('no match'), text('no match')],
  ['a word of the protocol in data', 'content', text('the content'), text('the [REDACTED]')],
  ['the version of the protocol', '[0-9]\\\\.[0-9]', text('v1.5'), text('v[REDACTED]')],
  ['everything', '.+', text('all of it'), text('[REDACTED]')],
  [
    'another kind of block',
    'EMP-[0-9]+',
    { content: [{ type: 'EMP-1234' }] },
    { content: [{ type: '[REDACTED]' }] },
  ],
];
for (const [name, pattern, before, after] of words)
  test(`response_replace: member names of the protocol are not replaced: ${name}`, async () => {
    const bench = await open(replace(`pattern = "${pattern}"`));
    expect(await answered(bench, 1, 'query', before)).toEqual(after);
  });

test('response_replace: a match in a key from the server blocks the result', async () => {
  for (const structuredContent of [{ 'EMP-1234': 1 }, { deep: { 'by EMP-1234': 1 } }]) {
    const bench = await open(replace('pattern = "EMP-[0-9]{4}"'));
    bench.client(use(1, 'query'));
    bench.server(result(1, { content: [], structuredContent }));
    await bench.idle();
    expect(bench.atClient[0]).toContain('-32001');
    expect(bench.atClient[0]).not.toContain('EMP');
  }
});

test('response_replace: a replacement is literal text', async () => {
  const bench = await open(replace(`pattern = "EMP-[0-9]{4}"\nreplacement = '$&","x":"'`));
  expect(await answered(bench, 1, 'query', text('EMP-1234'))).toEqual(text('$&","x":"'));
});

// ---- static_cache

test('static_cache: another spelling of a tool name is another tool', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  await answered(bench, 1, 'weather', text('sunny'));
  await answered(bench, 2, 'Weather', text('rain'));
  await answered(bench, 3, 'Weather', text('snow'));
  expect(bench.atServer).toHaveLength(3);
});

const cached = (more = '') => `rule_type = "static_cache"\ntools = ["weather"]\ncache_ttl = 600\n${more}`;

test('static_cache: the same call gets a response without the server', async () => {
  const cache = memoryCache();
  const bench = await open(cached(), { cache });
  await answered(bench, 1, 'weather', text('sunny'), { city: 'Oslo', unit: 'C' });
  bench.client(use(2, 'weather', { unit: 'C', city: 'Oslo' }));
  await bench.idle();
  expect(JSON.parse(bench.atClient[1] ?? '')).toEqual({ jsonrpc: '2.0', id: 2, result: text('sunny') });
  bench.client(use(3, 'weather', { city: 'Bergen', unit: 'C' }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

const uncached: Readonly<Record<string, unknown>> = {
  'an error': { ...text('no'), isError: true },
  'a question': { resultType: 'input_required', requestState: 'x' },
  'a task': { task: { taskId: 't' } },
  'what was redacted': text(`k ${['AKIA', 'Z5QLTX7N4KPW2MVD'].join('')}`),
};
for (const [name, body] of Object.entries(uncached))
  test(`static_cache: not stored: ${name}`, async () => {
    const cache = memoryCache();
    await answered(await open(cached(), { cache }), 1, 'weather', body);
    expect(cache.kept.size).toBe(0);
  });

test('static_cache: callers have separate results, unless they are shared', async () => {
  for (const [more, asked] of [
    ['', 2],
    ['shared = true', 1],
  ] as const) {
    const cache = memoryCache();
    const ada = await open(cached(more), { cache, identity: 'ada' });
    const eve = await open(cached(more), { cache, identity: 'eve' });
    await answered(ada, 1, 'weather', text('sunny'));
    eve.client(use(1, 'weather'));
    await eve.idle();
    expect(ada.atServer.length + eve.atServer.length).toBe(asked);
  }
});

test('static_cache: one call is forwarded at a time, and other calls wait for its response', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  for (const id of [1, 2, 3]) bench.client(use(id, 'weather'));
  expect(bench.atServer).toHaveLength(1);
  bench.server(result(1, text('sunny')));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
  expect(bench.atClient.map((line) => JSON.parse(line).id).sort()).toEqual([1, 2, 3]);
});

test('static_cache: numbers that are equal only as doubles have separate results', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  const ask = (id: number, day: string) =>
    `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"weather","arguments":{"days":[${day}]}}}`;
  for (const [id, day] of [
    [1, '9007199254740992'],
    [2, '9007199254740993'],
    [3, '1e300'],
  ] as const) {
    bench.client(ask(id, day));
    bench.server(result(id, text('fair')));
    await bench.idle();
  }
  expect(bench.atServer).toHaveLength(3);
});

test('static_cache: after a failed call one other call is forwarded', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  for (const id of [1, 2, 3]) bench.client(use(id, 'weather'));
  bench.server(result(1, { ...text('no'), isError: true }));
  await expect.poll(() => bench.atServer.length).toBe(2);
  bench.server(result(2, text('sunny')));
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
  expect(bench.atClient.map((line) => JSON.parse(line).id)).toEqual([1, 2, 3]);
});

for (const [name, end] of [
  ['is cancelled', (bench: Bench) => bench.client(notification('notifications/cancelled', { requestId: 1 }))],
  ['loses its connection', (bench: Bench) => bench.close()],
  ['has its response withheld', (bench: Bench) => bench.server(result(1, text('x'.repeat(3000))))],
] as const)
  test(`static_cache: no call waits for a call that ${name}`, async () => {
    const policy = `${guarded(cached())}[responses]\nmax_size = "2KB"\n`;
    const cache = memoryCache();
    const [one, two] = [await Bench.open(policy, { cache }), await Bench.open(policy, { cache })];
    one.client(use(1, 'weather'));
    two.client(use(2, 'weather'));
    expect(two.atServer).toEqual([]);
    end(one);
    await expect.poll(() => two.atServer.length).toBe(1);
    two.server(result(2, text('sunny')));
    await two.idle();
    expect(JSON.parse(two.atClient[0] ?? '').result).toEqual(text('sunny'));
  });

test('static_cache: a call that waits for approval does not delay other calls', async () => {
  const person = new Person();
  const policy = `${guarded(cached())}[[rule]]\naction = "prompt"\nargs.city = "Oslo"\n`;
  const bench = await Bench.open(policy, { cache: memoryCache(), person });
  bench.client(use(1, 'weather', { city: 'Oslo' }));
  bench.client(use(2, 'weather', { city: 'Oslo' }));
  await expect.poll(() => person.asked.length).toBe(1);
  person.say(0, NO);
  await expect.poll(() => person.asked.length).toBe(2);
  person.say(1, YES);
  bench.server(result(2, text('sunny')));
  await bench.idle();
  expect(bench.atServer).toHaveLength(1);
});

test('static_cache: two nodes forward one call', async () => {
  const cache = memoryCache();
  const policy = guarded(cached());
  const [one, two] = [await Bench.open(policy, { cache }), await Bench.open(`${policy}\n`, { cache })];
  one.client(use(1, 'weather'));
  two.client(use(1, 'weather'));
  expect(two.atServer).toEqual([]);
  one.server(result(1, text('sunny')));
  await one.idle();
  two.clock.advance(50);
  await two.idle();
  expect(two.atServer).toEqual([]);
  expect(JSON.parse(two.atClient[0] ?? '').result).toEqual(text('sunny'));
});

test('static_cache: a purge removes the results of one tool or of all tools, and affects calls in progress', async () => {
  for (const [tool, asks] of [
    ['weather', true],
    ['other', false],
    [undefined, true],
  ] as const) {
    const cache = memoryCache();
    const bench = await open(cached(), { cache });
    await answered(bench, 1, 'weather', text('old'));
    await purgeCache(cache, 'notes', tool, `purge of ${tool}`);
    bench.client(use(2, 'weather'));
    await purgeCache(cache, 'notes', tool, `second purge of ${tool}`);
    bench.server(result(2, text('old as well')));
    await bench.idle();
    bench.client(use(3, 'weather'));
    expect(bench.atServer).toHaveLength(asks ? 3 : 1);
    bench.server(result(3, text('new')));
    await bench.idle();
  }
});

const poison: readonly (readonly [name: string, params: object])[] = [
  ['a member that the protocol does not define', { debug: true }],
  ['metadata', { _meta: { tenant: 'evil' } }],
  ['a task', { task: {} }],
  ['another spelling of a number', { arguments: { days: '1.0' } }],
];
for (const [name, params] of poison)
  test(`static_cache: ${name} makes it a different call`, async () => {
    const bench = await open(cached('shared = true'), { cache: memoryCache() });
    const args = { days: 1 };
    const evil = JSON.stringify(request(1, 'tools/call', { name: 'weather', arguments: args, ...params }));
    bench.client(evil.replace('"1.0"', '1.0'));
    bench.server(result(1, text('poison')));
    await bench.idle();
    await answered(bench, 2, 'weather', text('sunny'), args);
    expect(bench.atServer).toHaveLength(2);
  });

test('static_cache: members that differ between equal calls do not make it a different call', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  for (const id of [1, 2]) {
    const _meta = { progressToken: id, traceparent: `00-${id}` };
    bench.client(request(id, 'tools/call', { name: 'weather', ...(id === 1 && { arguments: {} }), _meta }));
    if (id === 1) bench.server(result(1, text('sunny')));
    await bench.idle();
  }
  expect(bench.atServer).toHaveLength(1);
});

test('static_cache: calls in a batch are not served from the cache', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  await answered(bench, 1, 'weather', text('sunny'));
  bench.client([use(2, 'weather'), use(3, 'weather')]);
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

test('static_cache: the oldest results are removed first', async () => {
  const cache = memoryCache();
  const bench = await open(cached('max_entries = 2'), { cache });
  for (const id of [1, 2, 3]) await answered(bench, id, 'weather', text(`${id}`), { id });
  await expect.poll(() => cache.kept.size).toBe(2);
});

test('static_cache: a store that fails later does not affect calls', async () => {
  const failing = { ...memoryCache(), set: () => Promise.reject(new Error('gone')) };
  const bench = await open(cached(), { cache: failing });
  expect(await answered(bench, 1, 'weather', text('sunny'))).toEqual(text('sunny'));
});

test('static_cache: a cached result is checked like a result from the server', async () => {
  const cache = memoryCache();
  const body =
    '[[guard]]\nrule_type = "lambda"\nname = "f"\ntools = ["*"]\nphase = "response"\ncode = \'function handle(event) { if (event.identity === "eve") return { deny: "no" }; }\'\n';
  const policy = `${guarded(cached('shared = true'))}\n${body}`;
  const ada = await Bench.open(policy, { cache, identity: 'ada' });
  const eve = await Bench.open(policy, { cache, identity: 'eve' });
  await answered(ada, 1, 'weather', text('sunny'));
  eve.client(use(1, 'weather'));
  await eve.idle();
  expect(eve.atServer).toEqual([]);
  expect(errorOf(eve.atClient[0]).rule).toBe('f');
});

test('static_cache: a call that has waited too long is forwarded', async () => {
  const bench = await open(cached(), { cache: memoryCache() });
  bench.client(use(1, 'weather'));
  bench.client(use(2, 'weather'));
  bench.clock.advance(8000);
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

test('static_cache: the second round of a call is never served from the cache', async () => {
  const cache = memoryCache();
  const bench = await open(cached(), { cache });
  await answered(bench, 1, 'weather', text('sunny'));
  bench.client(request(2, 'tools/call', { name: 'weather', arguments: {}, inputResponses: {} }));
  await bench.idle();
  expect(bench.atServer).toHaveLength(2);
});

test('static_cache: a call that the policy denies is denied, cached or not', async () => {
  const cache = memoryCache();
  const bench = await Bench.open(`${guarded(cached())}\n[[rule]]\naction = "deny"\nargs.city = "Oslo"`, {
    cache,
  });
  bench.client(use(1, 'weather', { city: 'Oslo' }));
  await bench.idle();
  expect(errorOf(bench.atClient[0]).code).toBe(-32001);
});
