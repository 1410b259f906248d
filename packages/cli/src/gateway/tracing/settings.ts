// Reads the OpenTelemetry settings of a gateway from the standard environment variables for OTLP over HTTP.

import type { Variables } from '../config/gateway-config.js';

export interface TracingSettings {
  readonly endpoint: string;
  /** The headers of every export, which may contain a key. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMilliseconds: number;
  /** The attributes that describe this process. */
  readonly resource: Readonly<Record<string, string>>;
  /** The share of traces that are recorded if the caller did not start them, from 0 to 1. */
  readonly ratio: number;
  /** True if the sampling decision of the caller is used. */
  readonly followsCaller: boolean;
}

/** Returns the settings; undefined if tracing is not configured. Throws if the configuration is invalid. */
export function readTracingSettings(env: Variables): TracingSettings | undefined {
  const endpoint = endpointOf(env);
  if (endpoint === undefined || env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true') return undefined;
  if (env['OTEL_TRACES_EXPORTER'] === 'none') return undefined;
  const setting = (name: string) =>
    env[`OTEL_EXPORTER_OTLP_TRACES_${name}`] ?? env[`OTEL_EXPORTER_OTLP_${name}`];
  const protocol = setting('PROTOCOL') ?? 'http/json';
  if (!protocol.startsWith('http/'))
    throw new Error(`\`OTEL_EXPORTER_OTLP_PROTOCOL\` is \`${protocol}\`; use \`http/json\``);
  if (!/^https?:$/.test(URL.canParse(endpoint) ? new URL(endpoint).protocol : ''))
    throw new Error('`OTEL_EXPORTER_OTLP_ENDPOINT` is not a URL with `http` or `https`');
  const resource = readPairs(env['OTEL_RESOURCE_ATTRIBUTES']);
  return {
    endpoint,
    headers: readPairs(setting('HEADERS')),
    timeoutMilliseconds: Number(setting('TIMEOUT')) || 10_000,
    resource: { 'service.name': 'clawdefender-gateway', ...resource, ...serviceName(env) },
    ...readSampler(env),
  };
}

function endpointOf(env: Variables): string | undefined {
  const own = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'];
  if (own) return own;
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'];
  return base ? `${base.replace(/\/+$/, '')}/v1/traces` : undefined;
}

const serviceName = ({ OTEL_SERVICE_NAME: name }: Variables) => (name ? { 'service.name': name } : {});

function readSampler(env: Variables): Pick<TracingSettings, 'ratio' | 'followsCaller'> {
  const sampler = env['OTEL_TRACES_SAMPLER'] || 'parentbased_always_on';
  const kind = sampler.replace(/^parentbased_/, '');
  const given = Number(env['OTEL_TRACES_SAMPLER_ARG'] || 1);
  const ratio = { always_on: 1, always_off: 0, traceidratio: given }[kind];
  if (ratio === undefined || !(ratio >= 0 && ratio <= 1))
    throw new Error(
      '`OTEL_TRACES_SAMPLER` must be `always_on`, `always_off` or `traceidratio` with an argument from 0 to 1, each optionally with the prefix `parentbased_`',
    );
  return { ratio, followsCaller: sampler !== kind };
}

/** Parses `a=1,b=2` with percent-encoded values. */
function readPairs(text = ''): Record<string, string> {
  const pairs = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decode(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(pairs);
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
