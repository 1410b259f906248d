// Tests user functions with the built package: what they can access, and that every limit is enforced.

import { Worker } from 'node:worker_threads';
import { afterAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { SandboxError } from '../src/index.js';

// The worker thread needs a built file, so the tests import the built package. The import is dynamic, because types
// are checked before the package is built.
const built = new URL('../dist/index.js', import.meta.url).href;
const { createSandbox } = (await import(built)) as typeof import('../src/index.js');

const sandbox = createSandbox();
afterAll(() => sandbox.close());

const event = { phase: 'access', server: 's', tool: 't', arguments: { path: '/tmp/a' }, identity: 'i' };

/** Returns the result of one call, or the code of its error. */
async function run(code: string, limits = {}, calledWith: unknown = event): Promise<unknown> {
  try {
    const loaded = await sandbox.load(code, limits);
    try {
      return await loaded.call(calledWith);
    } finally {
      await loaded.close();
    }
  } catch (error) {
    return (error as SandboxError).code;
  }
}

const handle = (body: string) => `function handle(event) { ${body} }`;

describe('results', () => {
  const cases = [
    { name: 'no result', code: handle(''), result: undefined },
    { name: 'a denial', code: handle('return { deny: event.tool }'), result: { deny: 't' } },
    {
      name: 'changed arguments',
      code: handle('return { arguments: { ...event.arguments, x: 1 } }'),
      result: { arguments: { path: '/tmp/a', x: 1 } },
    },
    {
      name: 'an arrow function',
      code: 'const handle = (event) => ({ note: event.server })',
      result: { note: 's' },
    },
    { name: 'null', code: handle('return null'), result: null },
    {
      name: 'text with all kinds of characters',
      code: handle('return "\\u0000é😀\\ud800"'),
      result: '\u0000é😀\ud800',
    },
  ];
  for (const { name, code, result } of cases) test(name, async () => expect(await run(code)).toEqual(result));
});

describe('code that cannot be used', () => {
  const cases = [
    ['a syntax error', 'function handle( {'],
    ['no function', 'const x = 1;'],
    ['a value that is not a function', 'var handle = 1;'],
    ['an error while loading', 'throw new Error("no"); function handle() {}'],
    ['an endless loop while loading', 'for (;;); function handle() {}', 'timeout'],
    ['too long', `//${'x'.repeat(300_000)}\n${handle('')}`],
  ] as const;
  for (const [name, code, expected = 'invalid'] of cases)
    test(name, async () => expect(await run(code)).toBe(expected));
});

test('code that QuickJS cannot interrupt while loading is stopped earlier than a thread that does not start', async () => {
  const started = performance.now();
  const code = 'const all = []; for (;;) all.push("x".repeat(1e6));';
  await expect(sandbox.load(code, {})).rejects.toMatchObject({
    code: 'timeout',
    message: 'the code does not end when it is loaded',
  });
  expect(performance.now() - started).toBeLessThan(5000);
});

describe('hostile functions are stopped', () => {
  const ample = { memoryMb: 2, timeoutMs: 1000 };
  const cases = [
    ['an endless loop', handle('for (;;);'), 'timeout'],
    ['a loop that catches its interruption', handle('for (;;) { try { for (;;); } catch {} }'), 'timeout'],
    ['many small objects', handle('const all = []; for (;;) all.push([1, 2, all.length]);'), 'memory', ample],
    // QuickJS interrupts this function too late, so its thread is ended.
    [
      'many large arrays',
      handle('const all = []; for (;;) all.push(new Array(10000).fill(1.5));'),
      'timeout',
      ample,
    ],
    ['a text that doubles endlessly', handle('let s = "xxxxxxxx"; for (;;) s += s;'), 'failed'],
    ['deep recursion', handle('return handle(event)'), 'failed'],
    [
      'a regular expression with exponential time',
      handle('return /^(a+)+$/.test("a".repeat(50) + "b")'),
      'timeout',
    ],
    [
      'a huge result',
      handle('return "x".repeat(11 * 1024 * 1024)'),
      'size',
      { memoryMb: 64, timeoutMs: 1000 },
    ],
    ['a getter that loops in its error', handle('throw { get message() { for (;;); } }'), 'failed'],
    ['a result whose toJSON loops', handle('return { toJSON() { for (;;); } }'), 'timeout'],
    ['a proxy that loops', handle('return new Proxy({}, { ownKeys() { for (;;); } })'), 'timeout'],
    ['a promise', 'async function handle() { return 1; }', 'failed'],
    ['a thrown error', handle('throw new Error("no")'), 'failed'],
    ['a thrown null', handle('throw null'), 'failed'],
    ['a cyclic result', handle('const a = {}; a.a = a; return a;'), 'failed'],
  ] as const;
  for (const [name, code, expected, limits = {}] of cases)
    test(name, async () => expect(await run(code, limits)).toBe(expected));
});

describe('functions cannot access the process', () => {
  const names = [
    'process',
    'require',
    'module',
    'globalThis.process',
    'fetch',
    'XMLHttpRequest',
    'WebAssembly',
    'Worker',
    'setTimeout',
    'setInterval',
    'queueMicrotask',
    'std',
    'os',
    'console',
    'performance',
    'Date',
    'Math.random',
    'WeakRef',
    'FinalizationRegistry',
    'SharedArrayBuffer && Atomics.wait && undefined',
    'navigator',
    'Deno',
    'Bun',
  ];
  for (const name of names) {
    test(name, async () => {
      const code = handle(`try { return typeof (${name}) } catch { return 'undefined' }`);
      expect(await run(code)).toBe('undefined');
    });
  }

  test('the Function constructor gives no access', async () => {
    const code = handle('return event.constructor.constructor("return typeof process")()');
    expect(await run(code)).toBe('undefined');
  });

  test('import() is not available', async () => {
    expect(await run(handle('return import("node:fs")'))).toBe('failed');
  });

  test('replaced built-ins do not change the result', async () => {
    const code = `JSON.stringify = () => '{"note":"forged"}'; JSON.parse = () => ({}); ${handle('return { tool: event.tool }')}`;
    expect(await run(code)).toEqual({ tool: 't' });
  });

  test('a result with `__proto__` changes no prototype of the process', async () => {
    const result = await run(handle(`return JSON.parse('{"__proto__":{"polluted":true}}')`));
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect(Object.keys(result as object)).toEqual(['__proto__']);
  });
});

test('a function keeps no state between calls', async () => {
  const code = `let count = 0; ${handle('count += 1; globalThis.seen = (globalThis.seen ?? 0) + 1; Array.prototype.x = seen; return [count, seen];')}`;
  const counter = await sandbox.load(code);
  for (let call = 0; call < 5; call += 1) expect(await counter.call(event)).toEqual([1, 1]);
  await counter.close();
});

test('the same event gives the same result, a thousand times', async () => {
  const code = handle('return Object.keys(globalThis).sort().concat([Math.sin(event.n), event.n ** 0.3])');
  const loaded = await sandbox.load(code);
  const results = new Set<string>();
  for (let call = 0; call < 1000; call += 1) results.add(JSON.stringify(await loaded.call({ n: 7 })));
  expect(results.size).toBe(1);
  await loaded.close();
});

test('a function that loops does not delay the process or another function', async () => {
  const hostile = await sandbox.load(handle('for (;;);'), { timeoutMs: 1000 });
  const honest = await sandbox.load(handle('return event.n'), { timeoutMs: 1000 });
  let isOver = false;
  const looping = hostile.call({}).catch(({ code }) => {
    isOver = true;
    return code;
  });
  // In the meantime, the other function keeps running.
  for (let call = 0; call < 10; call += 1) expect(await honest.call({ n: call })).toBe(call);
  expect(isOver).toBe(false);
  expect(await looping).toBe('timeout');
  await Promise.all([hostile.close(), honest.close()]);
});

test('a function works again after it was stopped', async () => {
  const loaded = await sandbox.load(handle('if (event.loop) for (;;); return event.n'));
  expect(await loaded.call({ n: 1 })).toBe(1);
  await expect(loaded.call({ loop: true })).rejects.toMatchObject({ code: 'timeout' });
  expect(await loaded.call({ n: 2 })).toBe(2);
  await loaded.close();
});

test('waiting calls are rejected when the sandbox closes', async () => {
  const own = createSandbox();
  const loaded = await own.load(handle('for (;;);'), { timeoutMs: 1000 });
  const calls = [loaded.call({}), loaded.call({})].map((call) => call.catch(({ code }) => code));
  await own.close();
  expect(await Promise.all(calls)).toEqual(['closed', 'closed']);
  await expect(loaded.call({})).rejects.toMatchObject({ code: 'closed' });
});

test('calls beyond the queue limit are rejected', async () => {
  const loaded = await sandbox.load(handle('for (let i = 0; i < 1e5; i++); return 1'), { timeoutMs: 1000 });
  const codes = await Promise.all(
    Array.from({ length: 1_100 }, () => loaded.call({}).catch(({ code }) => code)),
  );
  expect(codes.filter((code) => code === 'busy').length).toBeGreaterThan(50);
  expect(new Set(codes)).toEqual(new Set([1, 'busy']));
  await loaded.close();
});

test('the thread of a function without calls is ended, and the next call starts another', async () => {
  const ended = vi.spyOn(Worker.prototype, 'terminate');
  onTestFinished(() => ended.mockRestore());
  const idle = createSandbox({ idleMs: 1 });
  const loaded = await idle.load(handle('return event.n;'), { timeoutMs: 1000 });
  for (const n of [1, 2]) {
    expect(await loaded.call({ n })).toBe(n);
    ended.mockClear();
    await loaded.call({ n });
    await expect.poll(() => ended.mock.calls.length).toBe(1);
  }
  await idle.close();
});
