// A store on a Redis server, which the nodes of a gateway share. Atomic operations are Lua scripts. The client
// library is loaded on first use.

import type { Limit } from '@claw/pipeline';
import type { Redis } from 'ioredis';
import { Batch } from '../batch.js';
import { groupHits, type HitGroup, type RetryAfter } from '../group-hits.js';
import type { Backend, Ban, KeyValueEntry, Namespace } from '../key-value-table.js';
import { StoreError } from '../key-value-table.js';
import { createStore, type Store } from '../store.js';
import { ChangeCounter } from './change-counter.js';
import { scripts } from './scripts.js';

export interface RedisOptions {
  /** A URL with the scheme `redis://` or `rediss://`. */
  readonly url: string;
  /** The prefix of all keys; `clawdefender:` by default. */
  readonly prefix?: string;
}

/** Opens a store on a Redis server. It connects on first use and reconnects if the connection is lost. */
export const openRedisStore = ({ url, prefix = 'clawdefender:' }: RedisOptions): Store =>
  createStore(new RedisBackend(url, prefix));

/** The time after which a command without a response fails, so that the waiting call is denied. */
const timeoutMilliseconds = 2000;

type Script = keyof typeof scripts;

/** The scripts as commands. The server stores them, so only their hashes are sent. */
type Client = Redis &
  Record<Script, (count: number, ...values: readonly (string | number)[]) => Promise<unknown>>;

class RedisBackend implements Backend {
  readonly #url: string;
  readonly #prefix: string;
  #client: Promise<Redis> | undefined;
  #subscriber: Promise<Redis> | undefined;
  #connectionError: Error | undefined;
  readonly #changes = new ChangeCounter(() =>
    this.#request((client) => client.get(`${this.#prefix}version`)),
  );
  readonly #hits = new Batch((limits: readonly Limit[]) => this.#countHits(limits));
  #closed = false;

  constructor(url: string, prefix: string) {
    this.#url = url;
    this.#prefix = prefix;
  }

  async get(namespace: Namespace, key: string): Promise<string | undefined> {
    return (await this.#request((client) => client.get(this.#name(namespace, key)))) ?? undefined;
  }

  async list(namespace: Namespace, prefix = ''): Promise<readonly KeyValueEntry[]> {
    const flat = (await this.#run(
      'list',
      [this.#index(namespace)],
      [this.#name(namespace, ''), prefix],
    )) as string[];
    const entries: KeyValueEntry[] = [];
    for (let index = 0; index + 1 < flat.length; index += 2)
      entries.push({ key: flat[index] as string, value: flat[index + 1] as string });
    return entries.sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  async put(namespace: Namespace, key: string, value: string, expiresAt = 0): Promise<void> {
    await this.#write('put', namespace, key, [value, expiresAt]);
  }

  add(namespace: Namespace, key: string, value: string, expiresAt = 0): Promise<boolean> {
    return this.#write('add', namespace, key, [value, expiresAt]);
  }

  replace(
    namespace: Namespace,
    key: string,
    expected: string,
    value: string,
    expiresAt = 0,
  ): Promise<boolean> {
    return this.#write('replace', namespace, key, [value, expiresAt, expected]);
  }

  remove(namespace: Namespace, key: string): Promise<boolean> {
    return this.#write('remove', namespace, key, []);
  }

  watch(onChange: () => void): () => void {
    this.#subscriber ??= this.#subscribe();
    this.#subscriber.catch(() => {});
    return this.#changes.watch(onChange);
  }

  version(): number | undefined {
    return this.#changes.version;
  }

  hit(limit: Limit): Promise<RetryAfter> {
    return this.#hits.add(limit);
  }

  async listBans(): Promise<readonly Ban[]> {
    const flat = (await this.#run('listBans', [this.#bans], [])) as string[];
    return flat.flatMap((key, index) => (index % 2 === 0 ? [{ key, until: Number(flat[index + 1]) }] : []));
  }

  async liftBan(key: string): Promise<boolean> {
    return Number(await this.#run('liftBan', [this.#counter(key), this.#bans], [key])) === 1;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#changes.close();
    for (const connection of [this.#client, this.#subscriber])
      (await connection?.catch(() => undefined))?.disconnect();
  }

  #name = (namespace: Namespace, key: string) => `${this.#prefix}${namespace}:${key}`;
  #index = (namespace: Namespace) => `${this.#prefix}index:${namespace}`;
  #counter = (key: string) => `${this.#prefix}counter:${key}`;
  get #bans() {
    return `${this.#prefix}bans`;
  }
  get #channel() {
    return `${this.#prefix}changes`;
  }

  /** Counts the hits of a batch with one request to the server. */
  async #countHits(limits: readonly Limit[]): Promise<readonly RetryAfter[]> {
    const groups = groupHits(limits);
    const keys = [this.#bans, ...groups.map(({ limit }) => this.#counter(limit.key))];
    const waits = (await this.#run('hits', keys, groups.flatMap(toValues))) as readonly number[];
    const counted = new Array<RetryAfter>(limits.length).fill(undefined);
    for (const [index, place] of groups.flatMap(({ places }) => places).entries())
      counted[place] = waits[index] === 0 ? undefined : waits[index];
    return counted;
  }

  async #write(
    script: Script,
    namespace: Namespace,
    key: string,
    values: (string | number)[],
  ): Promise<boolean> {
    // Cache entries can be neither listed nor watched, so they have no index and their changes are not published.
    const index = namespace === 'cache' ? '' : this.#index(namespace);
    const names = [this.#name(namespace, key), index, this.#channel, `${this.#prefix}version`];
    const isWritten = Number(await this.#run(script, names, [key, ...values])) === 1;
    if (isWritten && namespace !== 'cache') this.#changes.noteOwn();
    return isWritten;
  }

  #run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return this.#request((client) => (client as Client)[script](keys.length, ...keys, ...values));
  }

  async #request<T>(command: (client: Redis) => Promise<T>): Promise<T> {
    try {
      if (this.#closed) throw new Error('it is closed');
      this.#client ??= this.#open();
      return await command(await this.#client);
    } catch (error) {
      // The error from the library contains only the number of attempts; the error from the connection contains the
      // cause.
      const isGivenUp = (error as Error).name === 'MaxRetriesPerRequestError';
      throw new StoreError(`at ${hostOf(this.#url)}`, isGivenUp ? (this.#connectionError ?? error) : error);
    }
  }

  /**
   * Opens a connection for commands. If the server does not have the requested database, the library would silently
   * use another one, so the number is checked.
   */
  async #open(): Promise<Redis> {
    const number = databaseOf(this.#url);
    const client = await this.#connect();
    try {
      await client.select(number);
      return client;
    } catch (error) {
      this.#client = undefined;
      client.disconnect();
      throw error;
    }
  }

  async #connect(): Promise<Redis> {
    const { Redis: IoRedis } = await import('ioredis');
    const client = new IoRedis(this.#url, {
      commandTimeout: timeoutMilliseconds,
      connectTimeout: timeoutMilliseconds,
      maxRetriesPerRequest: 1,
      retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
      // The commands of one event-loop iteration are sent together.
      enableAutoPipelining: true,
      scripts: Object.fromEntries(Object.entries(scripts).map(([name, lua]) => [name, { lua }])),
    });
    // The error is not handled here: each failed command throws its own error, and the library keeps reconnecting.
    client.on('error', (error) => {
      this.#connectionError = error;
    });
    return client;
  }

  async #subscribe(): Promise<Redis> {
    const client = await this.#connect();
    client.on('message', (_channel: string, count: string) => this.#changes.note(count));
    // Changes that were published while the connection was lost were not received.
    client.on('ready', () => this.#changes.note(undefined));
    if (this.#closed) client.disconnect();
    else await client.subscribe(this.#channel);
    return client;
  }
}

/** Returns the values for a group of hits, in the order that the script expects. */
const toValues = ({ limit, places }: HitGroup): (string | number)[] => {
  const { key, max, windowMs, restartOnHit = false, ban } = limit;
  return [max, windowMs, Number(restartOnHit), ban?.after ?? 0, ban?.ms ?? 0, key, places.length];
};

/** Returns the number of the database in the path of a URL. */
function databaseOf(url: string): number {
  const { pathname } = new URL(url);
  const [, number] = /^\/?(\d*)$/.exec(pathname) ?? [];
  if (number === undefined) throw new Error(`\`${pathname}\` is not the number of a database`);
  return Number(number);
}

function hostOf(url: string): string {
  try {
    return `\`${new URL(url).host}\``;
  } catch {
    return 'an invalid URL';
  }
}
