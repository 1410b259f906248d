// Tests the metrics in Prometheus format.

import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';

test('counts events by proxy and outcome', async () => {
  const metrics = createMetrics();
  metrics.decided('files', 'allow', 0.001);
  metrics.decided('files', 'deny', 0.002);
  metrics.responded('files', 0.1);
  metrics.rejected('no_access');
  metrics.tokenFetched('files', 'failed');
  metrics.cacheRead('files', 'hit');
  metrics.storeChanged(false);
  metrics.upstreamResponded('files', 0.2, 'started');
  metrics.upstreamResponded('files', 0.2, 'failed');
  metrics.streamsCounted(new Map([['files', 3]]));
  metrics.bansCounted(new Map([['*', 2]]));
  const { text, contentType } = await metrics.read({ withProxies: true });
  expect(contentType).toMatch(/^text\/plain/);
  for (const line of [
    'clawdefender_calls_total{proxy="files",decision="deny"} 1',
    'clawdefender_decision_seconds_count{proxy="files"} 2',
    'clawdefender_response_seconds_count{proxy="files"} 1',
    'clawdefender_rejections_total{reason="no_access"} 1',
    'clawdefender_token_requests_total{proxy="files",outcome="failed"} 1',
    'clawdefender_cache_reads_total{proxy="files",outcome="hit"} 1',
    'clawdefender_store_available 0',
    'clawdefender_upstream_seconds_count{proxy="files"} 1',
    'clawdefender_upstream_failures_total{proxy="files"} 1',
    'clawdefender_open_streams{proxy="files"} 3',
    'clawdefender_active_bans{proxy="*"} 2',
  ])
    expect(text.split('\n')).toContain(line);
});

test('limits the number of labels', async () => {
  const metrics = createMetrics();
  for (let index = 0; index < 1100; index += 1) metrics.cacheRead(`p${index}`, 'hit');
  const lines = (await metrics.read({ withProxies: true })).text
    .split('\n')
    .filter((line) => line.includes('cache_reads_total{'));
  expect(lines).toHaveLength(1001);
  expect(lines).toContain('clawdefender_cache_reads_total{proxy="other",outcome="hit"} 100');
});

test('without proxies, values are added up and no proxy name appears', async () => {
  const metrics = createMetrics();
  for (const proxy of ['files', 'mail']) {
    metrics.decided(proxy, 'deny', 0.001);
    metrics.decided(proxy, 'allow', 0.02);
  }
  metrics.streamsCounted(
    new Map([
      ['files', 2],
      ['mail', 3],
    ]),
  );
  metrics.rejected('token');
  const { text } = await metrics.read({ withProxies: false });
  for (const line of [
    'clawdefender_calls_total{decision="deny"} 2',
    'clawdefender_decision_seconds_bucket{le="0.001"} 2',
    'clawdefender_decision_seconds_count 4',
    'clawdefender_open_streams 5',
    'clawdefender_rejections_total{reason="token"} 1',
    'clawdefender_store_available 1',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toContain('process_cpu_seconds_total');
  expect(text).not.toMatch(/files|mail/);
  const { text: again } = await metrics.read({ withProxies: true });
  expect(again).toContain('clawdefender_calls_total{proxy="mail",decision="deny"} 1');
});
