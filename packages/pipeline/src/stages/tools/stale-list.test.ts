import { expect, test } from 'vitest';
import { Bench, errorOf, request, result, use } from '../../../test/test-connection.js';

test('a list that was requested before a change is not current', async () => {
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[wire]\nstrict = true');
  bench.client(request(1, 'tools/list', {}));
  bench.clock.advance(5);
  bench.server('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  bench.server(result(1, { tools: [{ name: 'a' }] }));
  await bench.idle();
  bench.client(use(2, 'a'));
  expect(errorOf(bench.atClient.at(-1)).rule).toBe('wire.strict');
});

test('in strict mode a tool is denied between a change of the list and the next list', async () => {
  const bench = await Bench.open('version = 1\ndefault = "allow"\n[wire]\nstrict = true');
  bench.client(use(1, 'a'));
  bench.server('{"jsonrpc":"2.0","method":"notifications/tools/list_changed"}');
  bench.client(use(2, 'a'));
  expect(errorOf(bench.atClient.at(-1)).rule).toBe('wire.strict');
  bench.client(request(3, 'tools/list', {}));
  bench.server(result(3, { tools: [{ name: 'a' }] }));
  await bench.idle();
  bench.client(use(4, 'a'));
  await bench.idle();
  expect(bench.atServer.at(-1)).toContain('"id":4');
});
