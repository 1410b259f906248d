import { expect, test } from 'vitest';
import { Bench } from './bench.js';

const report = {
  description: 'Read the settings',
  action_type: 'file_read',
  target: '/project/config.toml',
  result: 'success',
};

test('a report is logged with the id that the caller gets', async () => {
  const bench = await Bench.open('default = "deny"');
  const input = { ...report, details: { bytes: 120 } };
  const caller = { key: 'a', identity: 'ci', client: 'agent' };
  expect(await bench.answer('reportAction', input, caller)).toEqual({ recorded: true, event_id: 'event-1' });
  expect(bench.reports).toEqual([
    {
      event_id: 'event-1',
      client: 'agent',
      identity: 'ci',
      tool: 'file_read',
      result: 'success',
      arguments: {
        target: '/project/config.toml',
        description: 'Read the settings',
        details: { bytes: 120 },
      },
    },
  ]);
});

test('secrets are masked in every field', async () => {
  const bench = await Bench.open('default = "deny"');
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  await bench.answer('reportAction', {
    ...report,
    target: `https://example.com/?t=${secret}`,
    description: `with ${secret}`,
    details: { deep: [{ header: `token ${secret}` }] },
  });
  expect(JSON.stringify(bench.reports)).not.toContain(secret);
  expect(JSON.stringify(bench.reports).split('[REDACTED]')).toHaveLength(4);
});

test('a secret in a name is masked, but the action is not', async () => {
  const bench = await Bench.open('default = "deny"');
  const secret = `ghp_${'a1B2c3D4e5'.repeat(4).slice(0, 36)}`;
  const caller = { key: 'a', client: `agent ${secret}` };
  await bench.answer('reportAction', { ...report, details: { [secret]: 1 } }, caller);
  expect(bench.reports).toMatchObject([
    {
      client: 'agent [REDACTED]',
      arguments: { target: report.target, description: report.description, details: '[REDACTED]' },
    },
  ]);
});

test('a report that cannot be logged is rejected', async () => {
  const bench = await Bench.open('default = "deny"');
  bench.diskIsFull = true;
  expect(await bench.call('reportAction', report)).toMatchObject({
    error: { code: -32001, data: { rule: 'audit' } },
  });
});
