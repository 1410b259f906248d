// Creates, changes and deletes the proxies of a gateway with all records that belong to them.

import type { ApiKeys } from './api-keys.js';
import { withLock } from './lock.js';
import type { DiscoveredTool, ProxyAuth, ProxyRecord, RecordOrigin } from './model.js';
import { purgePrefix, resolveKey } from './notification-keys.js';
import { type GatewayPorts, NAMESPACE } from './ports.js';
import { GatewayProblem, invalid, validate } from './problem.js';
import { createRecords } from './records.js';
import type { Resources } from './resources.js';
import { type NewProxy, newProxy, type ProxyChanges, proxyChanges } from './schemas.js';

export interface ProxiesOptions {
  /** The maximum number of proxies; 100 by default. */
  readonly quota?: number;
  /** Returns the reason why the gateway must not connect to a URL, for example because its address is private. */
  readonly checkUrl: (url: string) => Promise<string | undefined>;
  /** Returns the reason why a JWKS document cannot be used. */
  readonly checkJwks: (text: string) => string | undefined;
}

export interface Proxies {
  readonly quota: number;
  list(): Promise<readonly ProxyRecord[]>;
  /** Finds a proxy by its id or its name. */
  find(idOrName: string): Promise<ProxyRecord | undefined>;
  create(input: unknown, given?: RecordOrigin): Promise<ProxyRecord>;
  /** Validates input like `create`, without creating a proxy. */
  check(input: unknown): Promise<NewProxy>;
  change(id: string, input: unknown): Promise<ProxyRecord>;
  /** Deletes a proxy, its secrets, its rules and its tags in API keys, and detaches its resources. */
  remove(id: string): Promise<boolean>;
  setTools(id: string, tools: readonly DiscoveredTool[]): Promise<ProxyRecord>;
  /** Returns the bearer token for the upstream server. */
  authToken(id: string): Promise<string | undefined>;
  /** Returns the client secret of `auth.upstreamJwt`. */
  clientSecret(id: string): Promise<string | undefined>;
}

const DEFAULT_QUOTA = 100;

export function createProxies(
  { table, secrets, now, createId }: GatewayPorts,
  { quota = DEFAULT_QUOTA, checkUrl, checkJwks }: ProxiesOptions,
  dependents: { readonly keys: ApiKeys; readonly resources: Resources },
): Proxies {
  const proxies = createRecords<ProxyRecord>(table, 'proxy');
  const nameKey = (name: string) => `proxy_name/${name.toLowerCase()}`;
  const tokenName = (id: string) => `gateway/${id}/auth_token`;
  const clientSecretName = (id: string) => `gateway/${id}/client_secret`;

  /**
   * Performs the checks that the schema cannot express. `field` is the path of the invalid field in the caller's
   * input.
   */
  async function checkNetwork({ url, auth }: Pick<NewProxy, 'url' | 'auth'>): Promise<void> {
    const { jwksJson, upstreamJwt } = auth;
    const problems = [
      { field: 'url', message: await checkUrl(url) },
      { field: 'auth.jwksJson', message: jwksJson === undefined ? undefined : checkJwks(jwksJson) },
      {
        field: 'auth.upstreamJwt.tokenUrl',
        message: upstreamJwt === undefined ? undefined : await checkUrl(upstreamJwt.tokenUrl),
      },
    ];
    const found = problems.flatMap(({ field, message }) =>
      message === undefined ? [] : [{ field, message }],
    );
    if (found.length > 0) throw invalid(found);
  }

  const nameTaken = (name: string): GatewayProblem =>
    new GatewayProblem('conflict', `a proxy with the name \`${name}\` already exists`, [
      { field: 'name', message: 'is used by another proxy' },
    ]);

  async function claimName(name: string, id: string): Promise<void> {
    // Paths and tags accept both ids and names, so a name must not equal the id of another proxy.
    if (name !== id && (await proxies.get(name)) !== undefined) throw nameTaken(name);
    const key = nameKey(name);
    if (await table.add(NAMESPACE, key, id)) return;
    const holder = (await table.get(NAMESPACE, key)) ?? '';
    if (holder === id) return;
    // A node that died while it was creating or renaming a proxy may have left a claim on the name.
    const isLeft = (await proxies.get(holder))?.name.toLowerCase() !== name.toLowerCase();
    if (isLeft && (await table.replace(NAMESPACE, key, holder, id))) return;
    throw nameTaken(name);
  }

  /** Runs an action that claims names; only one node does this at a time. */
  const withNames = <Result>(act: () => Promise<Result>): Promise<Result> =>
    withLock({ table, now }, 'proxy_names', act);

  /** Creates a proxy. Called by one node at a time, so that the quota is not exceeded. */
  async function createRecord(proxy: ProxyRecord, wanted: NewProxy): Promise<void> {
    if ((await proxies.list()).length >= quota)
      throw new GatewayProblem(
        'quota',
        `the gateway has ${quota} proxies, which is its quota; delete one first`,
      );
    await claimName(proxy.name, proxy.id);
    // The secrets are stored first, because a proxy without its token would forward calls without a token.
    await storeSecrets(proxy.id, wanted);
    await proxies.create(proxy);
  }

  async function check(input: unknown): Promise<NewProxy> {
    const wanted = validate(newProxy, input);
    await checkNetwork(wanted);
    return wanted;
  }

  /**
   * The whole proxy is validated like a new one, because a change must not produce a proxy that could not be created.
   */
  async function mergeForCheck(current: ProxyRecord, changes: ProxyChanges): Promise<unknown> {
    const { name, url, authType, auth, authToken } = { ...current, ...changes };
    // A stored secret is for the server for which it was entered: a change of the URL must not send it to another one.
    const isSameServer = isSameOrigin(url ?? '', current.url);
    const hasToken =
      authType === 'bearer' && isSameServer && (await secrets.get(tokenName(current.id))) !== undefined;
    const [before, after] = [current.auth.upstreamJwt, auth?.upstreamJwt];
    const isGiven = after !== undefined && 'clientSecret' in after && after.clientSecret !== undefined;
    if (before && after && !isGiven && !isSameOrigin(after.tokenUrl, before.tokenUrl))
      throw invalid([
        {
          field: 'auth.upstreamJwt.clientSecret',
          message: 'is required when the server of `tokenUrl` changes',
        },
      ]);
    const token = authToken ?? (hasToken ? 'stored' : undefined);
    return { name, url, authType, auth, ...(token !== undefined && { authToken: token }) };
  }

  async function storeSecrets(
    id: string,
    { authToken, auth }: Pick<ProxyChanges, 'authToken' | 'auth'>,
  ): Promise<void> {
    if (authToken !== undefined) await secrets.set(tokenName(id), authToken);
    const secret = auth?.upstreamJwt?.clientSecret;
    if (secret !== undefined) await secrets.set(clientSecretName(id), secret);
  }

  return {
    quota,
    check,
    list: () => proxies.list(),
    async find(idOrName) {
      const byId = await proxies.get(idOrName);
      if (byId !== undefined) return byId;
      const id = await table.get(NAMESPACE, nameKey(idOrName));
      return id === undefined ? undefined : proxies.get(id);
    },
    async create(input, { id = createId(), source } = {}) {
      const wanted = await check(input);
      const { name, url, authType, auth } = wanted;
      const created = new Date(now()).toISOString();
      const proxy: ProxyRecord = {
        id,
        name,
        url,
        authType,
        auth: withoutSecret(auth),
        tools: [],
        createdAt: created,
        ...(source !== undefined && { source }),
      };
      await withNames(() => createRecord(proxy, wanted));
      return proxy;
    },
    async change(id, input) {
      const changes = validate(proxyChanges, input);
      const current = await proxies.get(id);
      if (current === undefined) throw new GatewayProblem('not_found', `no proxy with the id \`${id}\``);
      const merged = validate(newProxy, await mergeForCheck(current, changes));
      await checkNetwork(merged);
      const { name, url, authType } = merged;
      const isRenamed = name.toLowerCase() !== current.name.toLowerCase();
      const auth = withoutSecret(merged.auth);
      const apply = async () => {
        if (isRenamed) await claimName(name, id);
        await storeSecrets(id, changes);
        const changed = await proxies.change(id, (latest) => ({
          ...latest,
          ...(changes.name !== undefined && { name }),
          ...(changes.url !== undefined && { url }),
          ...(changes.authType !== undefined && { authType }),
          ...(changes.auth !== undefined && { auth }),
        }));
        if (isRenamed) await table.remove(NAMESPACE, nameKey(current.name));
        return changed;
      };
      const changed = await (isRenamed ? withNames(apply) : apply());
      if (authType !== 'bearer') await secrets.remove(tokenName(id));
      if (auth.upstreamJwt === undefined) await secrets.remove(clientSecretName(id));
      return changed;
    },
    async remove(id) {
      const proxy = await proxies.get(id);
      if (proxy === undefined || !(await proxies.remove(id))) return false;
      await table.remove(NAMESPACE, nameKey(proxy.name));
      await table.remove(NAMESPACE, `rules/${id}`);
      await table.remove(NAMESPACE, resolveKey(id));
      for (const { key } of await table.list(NAMESPACE, purgePrefix(id))) await table.remove(NAMESPACE, key);
      await secrets.remove(tokenName(id));
      await secrets.remove(clientSecretName(id));
      await dependents.keys.removeTags(`mcp:${id}:`);
      await dependents.resources.detach(id);
      return true;
    },
    setTools: (id, tools) => proxies.change(id, (current) => ({ ...current, tools })),
    authToken: (id) => secrets.get(tokenName(id)),
    clientSecret: (id) => secrets.get(clientSecretName(id)),
  };
}

function withoutSecret(auth: NewProxy['auth']): ProxyAuth {
  if (auth.upstreamJwt === undefined) return auth;
  const { clientSecret: _, ...upstreamJwt } = auth.upstreamJwt;
  return { ...auth, upstreamJwt };
}

/** An invalid URL is reported by the schema. */
const isSameOrigin = (one: string, other: string): boolean =>
  URL.canParse(one) && URL.canParse(other) && new URL(one).origin === new URL(other).origin;
