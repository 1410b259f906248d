// Reads `gateway.toml` into the settings of a gateway, or returns all problems with their positions.

import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Declaration } from '@claw/gateway';
import { type Diagnostic, type Problem, parseTomlFile } from '@claw/policy';
import { parseAddressRange } from './address-range.js';
import { declareRecords } from './declare-records.js';
import { pathOf } from './field-path.js';
import type { GatewayConfig, Variables } from './gateway-config.js';
import { parseListen } from './listen.js';
import { type GatewayFile, gatewayFile } from './schema.js';

export interface ReadConfigOptions {
  readonly env: Variables;
  /** Returns the problems with the rules of one proxy, with fields such as `rules[0].cidrs`. */
  readonly checkRules: (
    rules: readonly unknown[],
  ) => Promise<readonly { readonly field: string; readonly message: string }[]>;
}

export type ReadConfig =
  | { readonly ok: true; readonly config: GatewayConfig }
  | { readonly ok: false; readonly diagnostics: readonly Diagnostic[] };

const DEFAULT_LISTEN = { host: '127.0.0.1', port: 3300 };

/** Returns the settings of a gateway that has no file. */
export const defaultConfig = (): GatewayConfig => toConfig(gatewayFile.parse({}), '.', undefined);

/** Reads a file. Throws only if the file cannot be read. */
export async function readConfig(file: string, options: ReadConfigOptions): Promise<ReadConfig> {
  return parseConfig(await readFile(file, 'utf8'), file, options);
}

/** Parses the text of a file. Paths in it are relative to the folder of the file. */
export async function parseConfig(
  text: string,
  file: string,
  options: ReadConfigOptions,
): Promise<ReadConfig> {
  let declared: Declaration | undefined;
  const read = await parseTomlFile(text, file, {
    schema: gatewayFile,
    async check(value) {
      const problems: Problem[] = [];
      declared = declareRecords(value, options.env, problems);
      for (const [index, { rules }] of value.proxy.entries()) {
        for (const { field, message } of await options.checkRules(rules))
          problems.push({ code: 'wrong-rule', message, help: '', path: ['proxy', index, ...pathOf(field)] });
      }
      return problems;
    },
  });
  if (!read.ok) return read;
  const { value, locate } = read;
  return { ok: true, config: toConfig(value, dirname(file), declared && { ...declared, file, locate }) };
}

const rangesOf = (texts: readonly string[]) => texts.flatMap((text) => parseAddressRange(text) ?? []);

function toConfig(file: GatewayFile, folder: string, declared: GatewayConfig['declared']): GatewayConfig {
  const { listen, tls, redis, dashboard } = file;
  return {
    listen: (listen === undefined ? undefined : parseListen(listen)) ?? DEFAULT_LISTEN,
    tls: tls && { cert: resolve(folder, tls.cert), key: resolve(folder, tls.key) },
    redis,
    dashboard,
    allowPrivateUpstreams: rangesOf(file.allow_private_upstreams),
    trustedProxies: rangesOf(file.trusted_proxies),
    onStoreFailure: file.on_store_failure,
    quotas: file.quotas,
    declared,
  };
}
