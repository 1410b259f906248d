// Composes a gateway: the store, the records, the policy, the proxies, the admin API and the listener.

import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { createFirstAdminToken, createGatewayApi } from '@claw/admin';
import type { DeclaredChange } from '@claw/gateway';
import { type ListeningServer, startHttpGateway } from '@claw/proxy-http';
import { UserError } from '../command-line/user-error.js';
import type { Diagnostics, ErrorOutput } from '../diagnostics/diagnostics.js';
import type { ProcessLog } from '../diagnostics/log-format.js';
import { describeFileError } from '../files/describe-file-error.js';
import { createLinkResolver } from '../files/resolve-links.js';
import { activatePolicy } from '../firewall/active-policy.js';
import { loadActivePolicy } from '../firewall/load-policy.js';
import { createDnsResolver } from '../firewall/ports/dns-resolver.js';
import { portInUse } from '../terminal/port-in-use.js';
import { type AdminLog, openAdminLog } from './admin/admin-log.js';
import { createAdminPorts } from './admin/admin-ports.js';
import { startGatewayDashboard } from './admin/gateway-dashboard.js';
import { readAdminToken } from './admin/read-admin-token.js';
import { applyDeclaration, describeKept } from './apply-declaration.js';
import { containsAddress } from './config/address-range.js';
import type { GatewayConfig } from './config/gateway-config.js';
import { createState } from './create-state.js';
import { countRejections } from './identity/count-rejections.js';
import { createIdentify } from './identity/identify.js';
import { createJwtVerifiers } from './identity/jwt-verifiers.js';
import { createMetrics } from './metrics.js';
import { openGatewayStore } from './open-store.js';
import { runProxies } from './proxies/gateway-proxies.js';
import { isDataPlane } from './proxies/paths.js';
import { followRecords } from './records/live-records.js';
import { openSharedKillSwitch } from './records/shared-kill-switch.js';
import { watchStoreHealth } from './records/store-health.js';
import type { SharedServices } from './shared-services.js';
import { readTracingSettings } from './tracing/settings.js';
import type { Tracing } from './tracing/tracing.js';
import { createAddressRules } from './upstream/address-rules.js';
import { createUpstreamJwts } from './upstream/upstream-jwt.js';

export interface RunningGateway {
  readonly listening: ListeningServer;
  /** The port of the dashboard on loopback; undefined without a dashboard. */
  readonly dashboardPort: number | undefined;
  /** The first admin token of the store, if this start created it. */
  readonly firstAdminToken: string | undefined;
  /** Makes `/readyz` fail, so that load balancers send new calls to other nodes. */
  drain(): void;
  /** Stops listening, waits at most `timeout` milliseconds for running calls and streams, and closes everything. */
  close(timeout: number): Promise<void>;
}

/**
 * Starts a gateway. Throws a `UserError` if that is not possible. Returns undefined if the policy is invalid; the
 * problem is printed.
 */
export async function startGateway(
  config: GatewayConfig,
  processLog: ProcessLog,
): Promise<RunningGateway | undefined> {
  const adminToken = readAdminToken(process.env);
  const { diagnostics } = processLog;
  const output: ErrorOutput = processLog;
  const policyRequest = { named: undefined, output, diagnostics };
  const loaded = await loadActivePolicy(policyRequest);
  if (loaded === undefined) return undefined;
  const resolveLinks = createLinkResolver();
  const policy = await activatePolicy({ ...policyRequest, loaded, resolveLinks, folders: [] });
  const node = hostname();
  const tracing = await openTracing(node, diagnostics);
  const { store, secrets, sessionKeys } = await openGatewayStore(config.redis, diagnostics);
  const records = await followRecords(store.table);
  const health = watchStoreHealth(records, diagnostics, config.onStoreFailure);
  const killSwitch = openSharedKillSwitch(records, policy);
  const addresses = createAddressRules(config.allowPrivateUpstreams);
  const metrics = createMetrics();
  const parts: SharedServices = {
    node,
    store,
    secrets,
    records,
    health,
    policy,
    killSwitch,
    addresses,
    resources: { get: (id) => records.current.resources.get(id) },
    resolveLinks,
    dns: createDnsResolver(),
    diagnostics,
    sessionKeys,
    metrics,
    tracing,
  };
  const jwts = createUpstreamJwts({
    store,
    secrets,
    addresses,
    now: Date.now,
    onFetched: metrics.tokenFetched,
  });
  const proxies = runProxies(parts, jwts);
  const state = createState(records.table, secrets, config, addresses);
  const log = openAdminLog(node, diagnostics, policy.source);
  let isDraining = false;
  const apiPorts = createAdminPorts({
    parts,
    state,
    proxies,
    killSwitch,
    log,
    output,
    adminToken,
    notReady: () =>
      isDraining ? 'the node is shutting down' : health.isLost ? 'the store is unavailable' : undefined,
    metrics,
  });
  const closeState = async () => {
    await proxies.close();
    await tracing?.close();
    log.close();
    killSwitch.close();
    health.close();
    records.close();
    policy.close();
    await store.close();
  };
  try {
    if (config.declared !== undefined) {
      const record: AdminLog['record'] = (change) => log.record(change);
      const { kept } = await applyDeclaration(state, config.declared, { prune: false, record });
      if (kept.length > 0) diagnostics.write(undeclared(kept));
    }
    const listening = await startHttpGateway({
      listen: {
        ...config.listen,
        ...(config.tls !== undefined && { tls: await readTls(config.tls) }),
        authenticate: countRejections(
          createIdentify(() => records.current, createJwtVerifiers(Date.now)),
          metrics,
        ),
        ...(config.trustedProxies.length > 0 && { trustedProxy: containsAddress(config.trustedProxies) }),
        other: { matches: ({ url = '' }) => !isDataPlane(url), handle: createGatewayApi(apiPorts) },
      },
      find: proxies.find,
    });
    const dashboard =
      config.dashboard === undefined
        ? undefined
        : await startGatewayDashboard(config.dashboard, {
            parts,
            api: apiPorts,
            origin: listening.origin,
            output,
          });
    // The token is created after start-up, because the token of a gateway that failed to start would be lost.
    const firstAdminToken = adminToken === undefined ? await createFirstAdminToken(state) : undefined;
    return {
      listening,
      dashboardPort: dashboard?.port,
      firstAdminToken,
      drain() {
        isDraining = true;
      },
      async close(timeout) {
        isDraining = true;
        await dashboard?.close();
        // A stream becomes idle when the last call of its client ends.
        const ending = setInterval(() => proxies.endIdleStreams(), END_STREAMS_MILLISECONDS);
        proxies.endIdleStreams();
        await listening.close(timeout);
        clearInterval(ending);
        await closeState();
      },
    };
  } catch (error) {
    await closeState();
    if (error instanceof UserError) throw error;
    const { code, message } = error as NodeJS.ErrnoException;
    throw new UserError(
      code === 'EADDRINUSE' ? portInUse(config.listen.port, '--port') : `Cannot start: ${message}.`,
    );
  }
}

const END_STREAMS_MILLISECONDS = 50;

/** Loads the tracing code only if tracing is configured. */
async function openTracing(node: string, diagnostics: Diagnostics): Promise<Tracing | undefined> {
  try {
    const settings = readTracingSettings(process.env);
    if (settings === undefined) return undefined;
    const { startTracing } = await import('./tracing/tracing.js');
    return startTracing(settings, node, diagnostics);
  } catch (error) {
    throw new UserError(`Cannot send traces: ${(error as Error).message}.`);
  }
}

const undeclared = (kept: readonly DeclaredChange[]) =>
  ({
    level: 'warn',
    event: 'records_undeclared',
    message: `\`gateway.toml\` no longer declares these records, but they stay in use: ${describeKept(kept)}. Delete them with \`clawdefender gateway apply --prune\`.`,
  }) as const;

async function readTls({ cert, key }: NonNullable<GatewayConfig['tls']>) {
  const read = (file: string) =>
    readFile(file).catch((error: unknown) => {
      throw new UserError(`Cannot start: ${describeFileError(file, error)}.`);
    });
  return { cert: await read(cert), key: await read(key) };
}
