// The metrics that Prometheus reads.

import { expect, test } from 'vitest';
import { createMetrics } from './metrics.js';

test('what is reported is counted by proxy and outcome', async () => {
  const metrics = createMetrics();
  metrics.decided('files', 'allow', 0.001);
  metrics.decided('files', 'deny', 0.002);
  metrics.responded('files', 'ok', 0.1);
  metrics.rejected('files', 'scope');
  metrics.tokenFetched('files', 'failed');
  metrics.cacheRead('files', 'hit');
  metrics.limited('files', true);
  metrics.storeChanged(false);
  const close = metrics.streamOpened('files');
  const { text, contentType } = await metrics.read();
  expect(contentType).toMatch(/^text\/plain/);
  for (const line of [
    'clawdefender_calls_total{proxy="files",decision="deny"} 1',
    'clawdefender_decision_seconds_count{proxy="files"} 2',
    'clawdefender_upstream_responses_total{proxy="files",outcome="ok"} 1',
    'clawdefender_rejections_total{proxy="files",reason="scope"} 1',
    'clawdefender_token_requests_total{proxy="files",outcome="failed"} 1',
    'clawdefender_cache_reads_total{proxy="files",outcome="hit"} 1',
    'clawdefender_rate_limited_total{proxy="files",kind="ban"} 1',
    'clawdefender_open_streams{proxy="files"} 1',
    'clawdefender_store_available 0',
  ])
    expect(text.split('\n')).toContain(line);
  close();
  close();
  expect((await metrics.read()).text).toContain('clawdefender_open_streams{proxy="files"} 0');
});

test('the number of labels is bounded', async () => {
  const metrics = createMetrics();
  for (let index = 0; index < 1100; index += 1) metrics.rejected(`p${index}`, 'scope');
  const lines = (await metrics.read()).text.split('\n').filter((line) => line.includes('rejections_total{'));
  expect(lines).toHaveLength(1001);
  expect(lines).toContain('clawdefender_rejections_total{proxy="other",reason="scope"} 100');
});
