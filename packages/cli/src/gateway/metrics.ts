// Collects the metrics of a gateway for Prometheus. Labels contain only names of proxies, decisions and results, so
// their number is bounded; they contain no tools, identities, arguments or secrets.

import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** Receives the events of all parts of a gateway. `proxy` is the name of a proxy. */
export interface GatewayMetrics {
  /**
   * A decision was made on a call. `seconds` is its duration, without the time for approval and for the upstream
   * server.
   */
  decided(proxy: string, decision: string, seconds: number): void;
  /** The response to a call was sent `seconds` after the call was received. */
  responded(proxy: string, seconds: number): void;
  /**
   * A request was rejected because of its token. The proxy is not a label, because unauthenticated callers could choose
   * any value for it.
   */
  rejected(reason: 'token' | 'no_access'): void;
  /** A token for an upstream server was requested from an identity provider. */
  tokenFetched(proxy: string, outcome: 'ok' | 'failed'): void;
  /** A `static_cache` rule searched for a cached result. */
  cacheRead(proxy: string, outcome: 'hit' | 'miss'): void;
  /** The response from an upstream server started `seconds` after a message was sent to it, or the request failed. */
  upstreamResponded(proxy: string, seconds: number, outcome: 'started' | 'failed'): void;
  /** The number of open event streams of callers, by proxy. */
  streamsCounted(open: ReadonlyMap<string, number>): void;
  /** The number of current bans, by proxy. Bans by rules of the policy are counted under `*`. */
  bansCounted(active: ReadonlyMap<string, number>): void;
  /** True if the store is available. */
  storeChanged(isAvailable: boolean): void;
  /**
   * Returns all metrics in the text format of Prometheus. Without `withProxies`, the values of all proxies are added
   * up, and the text contains no proxy name.
   */
  read(options: { readonly withProxies: boolean }): Promise<{
    readonly text: string;
    readonly contentType: string;
  }>;
}

const SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/**
 * The maximum number of proxy labels, so that creating many proxies over time does not use unlimited memory; additional
 * proxies share the label `other`.
 */
const MAX_PROXIES = 1000;

/** Creates the metrics of this process. */
export function createMetrics(): GatewayMetrics {
  const ofProcess = new Registry();
  collectDefaultMetrics({ register: ofProcess });
  const registers = [new Registry()] as const;
  const [registry] = registers;
  const counter = <Label extends string>(name: string, help: string, labelNames: Label[]) =>
    new Counter({ name: `clawdefender_${name}`, help, labelNames, registers: [...registers] });
  const histogram = (name: string, help: string) =>
    new Histogram({
      name: `clawdefender_${name}`,
      help,
      labelNames: ['proxy'],
      buckets: SECONDS,
      registers: [registry],
    });
  const calls = counter('calls_total', 'Decided calls', ['proxy', 'decision']);
  const rejections = counter('rejections_total', 'Requests rejected because of their token', ['reason']);
  const tokens = counter('token_requests_total', 'Token requests to identity providers', [
    'proxy',
    'outcome',
  ]);
  const cacheReads = counter('cache_reads_total', 'Reads of the result cache', ['proxy', 'outcome']);
  const decisionTime = histogram('decision_seconds', 'Time for the decision on a call');
  const responseTime = histogram('response_seconds', 'Time from a call to its response');
  const upstreamTime = histogram(
    'upstream_seconds',
    'Time until the response from an upstream server starts',
  );
  const failures = counter(
    'upstream_failures_total',
    'Messages without a response from the upstream server',
    ['proxy'],
  );
  const gauge = (name: string, help: string, labelNames: 'proxy'[] = ['proxy']) =>
    new Gauge({ name: `clawdefender_${name}`, help, labelNames, registers: [registry] });
  const streams = gauge('open_streams', 'Open event streams of callers');
  const bans = gauge('active_bans', 'Active bans on all nodes');
  const store = gauge('store_available', '1 if the store can be used, otherwise 0', []);
  store.set(1);
  const proxies = new Set<string>();
  const labelOf = (proxy: string): string => {
    if (!proxies.has(proxy) && proxies.size >= MAX_PROXIES) return 'other';
    proxies.add(proxy);
    return proxy;
  };
  const setAll = (counts: typeof bans, values: ReadonlyMap<string, number>) => {
    counts.reset();
    for (const [name, value] of values) counts.inc({ proxy: labelOf(name) }, value);
  };
  return {
    decided(name, decision, seconds) {
      const proxy = labelOf(name);
      calls.inc({ proxy, decision });
      decisionTime.observe({ proxy }, seconds);
    },
    responded: (name, seconds) => responseTime.observe({ proxy: labelOf(name) }, seconds),
    rejected: (reason) => rejections.inc({ reason }),
    tokenFetched: (name, outcome) => tokens.inc({ proxy: labelOf(name), outcome }),
    cacheRead: (name, outcome) => cacheReads.inc({ proxy: labelOf(name), outcome }),
    upstreamResponded(name, seconds, outcome) {
      const proxy = labelOf(name);
      if (outcome === 'started') upstreamTime.observe({ proxy }, seconds);
      else failures.inc({ proxy });
    },
    streamsCounted: (open) => setAll(streams, open),
    bansCounted: (active) => setAll(bans, active),
    storeChanged: (isAvailable) => store.set(isAvailable ? 1 : 0),
    async read({ withProxies }) {
      const shown = withProxies ? registry : await withoutProxies(registry);
      const text = `${await ofProcess.metrics()}\n${await shown.metrics()}`;
      return { text, contentType: registry.contentType };
    },
  };
}

/** Returns the same metrics without the proxy label. */
async function withoutProxies(registry: Registry): Promise<Registry> {
  const metrics = (await registry.getMetricsAsJSON()).map(({ values, ...metric }) => ({
    ...metric,
    // The values share their label objects with the registry, so labels are copied.
    values: values.map(({ labels: { proxy: _, ...labels }, ...value }) => ({ ...value, labels })),
  }));
  return AggregatorRegistry.aggregate([metrics]);
}
