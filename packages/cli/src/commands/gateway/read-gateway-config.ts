// Reads the settings of a gateway from `gateway.toml` and the command line. The command line takes precedence.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkRules } from '@claw/pipeline';
import { formatDiagnostic } from '@claw/policy';
import { describeFileError } from '../../files/describe-file-error.js';
import { configFolder } from '../../files/paths.js';
import type { GatewayConfig } from '../../gateway/config/gateway-config.js';
import { defaultConfig, readConfig } from '../../gateway/config/read-config.js';
import { ruleEngines } from '../../gateway/rule-engines.js';
import type { Output } from '../../terminal/output.js';

export interface GatewayOptions {
  readonly config: string | undefined;
  readonly port: string | undefined;
  readonly host: string | undefined;
  readonly redis: string | undefined;
  /** The port of the dashboard. An empty value means the default port. */
  readonly dashboard: string | undefined;
}

const DASHBOARD_PORT = '61100';

/** Returns the settings; undefined after printing an error. */
export async function readGatewayConfig(
  options: GatewayOptions,
  output: Output,
): Promise<GatewayConfig | undefined> {
  const port = options.port === undefined ? undefined : readPort(options.port);
  if (Number.isNaN(port)) {
    output.error(`Invalid value for \`--port\`: \`${options.port}\`. Use a number up to 65535.`);
    return undefined;
  }
  const dashboard =
    options.dashboard === undefined ? undefined : readPort(options.dashboard || DASHBOARD_PORT);
  if (Number.isNaN(dashboard)) {
    output.error(
      `Invalid value for \`--dashboard\`: \`${options.dashboard}\`. Use a port number up to 65535.`,
    );
    return undefined;
  }
  const config = await readFile(options.config, output);
  return (
    config && {
      ...config,
      listen: { host: options.host ?? config.listen.host, port: port ?? config.listen.port },
      redis: options.redis ?? config.redis,
      dashboard: dashboard ?? config.dashboard,
    }
  );
}

/** Reads the named file or the configured one. A file in the current folder is read only if it is named. */
async function readFile(named: string | undefined, output: Output): Promise<GatewayConfig | undefined> {
  const file = named ?? join(configFolder(process.env), 'gateway.toml');
  if (named === undefined && !existsSync(file)) return defaultConfig();
  try {
    const read = await readConfig(file, {
      env: process.env,
      checkRules: (rules) => checkRules(rules, ruleEngines),
    });
    if (read.ok) return read.config;
    for (const diagnostic of read.diagnostics) output.error(formatDiagnostic(diagnostic));
  } catch (error) {
    output.error(`cannot read the settings: ${describeFileError(file, error)}`);
  }
  return undefined;
}

function readPort(text: string): number {
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  return port <= 65_535 ? port : Number.NaN;
}
