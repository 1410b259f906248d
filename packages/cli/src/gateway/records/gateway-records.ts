// Parses the entries of the store into records. The records of unchanged entries stay the same objects.

import type { ApiKey, ProxyRecord, Resource, Rule } from '@claw/gateway';
import type { KeyValueEntry } from '@claw/store';

export interface GatewayRecords {
  readonly proxies: ReadonlyMap<string, ProxyRecord>;
  /** The ids of proxies by their names in lower case. */
  readonly proxyIds: ReadonlyMap<string, string>;
  readonly rules: ReadonlyMap<string, readonly Rule[]>;
  readonly resources: ReadonlyMap<string, Resource>;
  readonly keysByHash: ReadonlyMap<string, ApiKey>;
  readonly killSwitch: KillRecord | undefined;
  /** The stored entries, which are compared to detect changes. Secrets in them are encrypted. */
  readonly texts: ReadonlyMap<string, string>;
}

/** The user who turned on the kill switch of all nodes, and the time. */
export interface KillRecord {
  readonly since: string;
  readonly by: string;
}

export const killSwitchKey = 'kill_switch';

export const emptyRecords: GatewayRecords = {
  proxies: new Map(),
  proxyIds: new Map(),
  rules: new Map(),
  resources: new Map(),
  keysByHash: new Map(),
  killSwitch: undefined,
  texts: new Map(),
};

/** Returns the records for these entries; the same object as before if nothing has changed. */
export function readRecords(entries: readonly KeyValueEntry[], before: GatewayRecords): GatewayRecords {
  const texts = new Map(entries.map(({ key, value }) => [key, value]));
  const isSame =
    texts.size === before.texts.size && entries.every(({ key, value }) => before.texts.get(key) === value);
  if (isSame) return before;
  const proxies = new Map<string, ProxyRecord>();
  const proxyIds = new Map<string, string>();
  const rules = new Map<string, readonly Rule[]>();
  const resources = new Map<string, Resource>();
  const keysByHash = new Map<string, ApiKey>();
  let killSwitch: KillRecord | undefined;
  const knownKeys = new Map([...before.keysByHash.values()].map((key) => [key.id, key]));
  for (const [key, text] of texts) {
    const isKnown = before.texts.get(key) === text;
    const [kind = '', id = ''] = splitKey(key);
    const parsed = <Value>(known: Value | undefined): Value =>
      isKnown && known !== undefined ? known : (JSON.parse(text) as Value);
    if (kind === 'proxy') proxies.set(id, parsed(before.proxies.get(id)));
    else if (kind === 'proxy_name') proxyIds.set(id, text);
    else if (kind === 'rules') rules.set(id, parsed(before.rules.get(id)));
    else if (kind === 'resource') resources.set(id, parsed(before.resources.get(id)));
    else if (kind === 'key') {
      const record = parsed(knownKeys.get(id));
      keysByHash.set(record.hash, record);
    } else if (key === killSwitchKey) killSwitch = JSON.parse(text) as KillRecord;
  }
  const sameResources = isSameMap(resources, before.resources) ? before.resources : resources;
  return {
    proxies,
    proxyIds,
    rules,
    resources: sameResources,
    keysByHash,
    killSwitch,
    texts,
  };
}

const isSameMap = <Value>(one: ReadonlyMap<string, Value>, other: ReadonlyMap<string, Value>): boolean =>
  one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);

function splitKey(key: string): readonly [string, string] {
  const slash = key.indexOf('/');
  return slash === -1 ? [key, ''] : [key.slice(0, slash), key.slice(slash + 1)];
}

/** Finds a proxy by its id or its name. */
export function findProxy(records: GatewayRecords, idOrName: string): ProxyRecord | undefined {
  const byId = records.proxies.get(idOrName);
  if (byId !== undefined) return byId;
  const id = records.proxyIds.get(idOrName.toLowerCase());
  return id === undefined ? undefined : records.proxies.get(id);
}
