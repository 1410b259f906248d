// A store on a Redis server, shared by the nodes of a gateway. Everything that has to be atomic is one script. The
// client library is loaded with the first question.

import type { Redis } from 'ioredis';
import type { Backend, Cell, RateLimit, Space } from './cells.js';
import { StoreError } from './cells.js';
import { scripts } from './redis-scripts.js';
import { createStore, type Store } from './store.js';

export interface RedisOptions {
  /** `redis://` or `rediss://`. */
  readonly url: string;
  /** What all our keys begin with; `clawdefender:`. */
  readonly prefix?: string;
}

/** A store on a server. Nothing is connected before it is needed; a lost connection comes back by itself. */
export const openRedisStore = ({ url, prefix = 'clawdefender:' }: RedisOptions): Store =>
  createStore(new RedisBackend(url, prefix));

/** A question that the server has not answered by then has failed: whoever waits must be refused, not kept. */
const patience = 2000;

type Script = keyof typeof scripts;

class RedisBackend implements Backend {
  readonly #url: string;
  readonly #prefix: string;
  #client: Promise<Redis> | undefined;
  #subscriber: Promise<Redis> | undefined;
  readonly #watchers = new Set<() => void>();
  #closed = false;

  constructor(url: string, prefix: string) {
    this.#url = url;
    this.#prefix = prefix;
  }

  async get(space: Space, key: string): Promise<string | undefined> {
    return (await this.#ask((client) => client.get(this.#name(space, key)))) ?? undefined;
  }

  async list(space: Space, prefix = ''): Promise<readonly Cell[]> {
    const flat = (await this.#run('list', [this.#index(space)], [this.#name(space, ''), prefix])) as string[];
    const cells: Cell[] = [];
    for (let index = 0; index + 1 < flat.length; index += 2)
      cells.push({ key: flat[index] as string, value: flat[index + 1] as string });
    return cells.sort((left, right) => (left.key < right.key ? -1 : 1));
  }

  async put(space: Space, key: string, value: string, expiresAt = 0): Promise<void> {
    await this.#write('put', space, key, [value, expiresAt]);
  }

  add(space: Space, key: string, value: string, expiresAt = 0): Promise<boolean> {
    return this.#write('add', space, key, [value, expiresAt]);
  }

  replace(space: Space, key: string, expected: string, value: string, expiresAt = 0): Promise<boolean> {
    return this.#write('replace', space, key, [value, expiresAt, expected]);
  }

  remove(space: Space, key: string): Promise<boolean> {
    return this.#write('remove', space, key, []);
  }

  watch(act: () => void): () => void {
    const watcher = () => act();
    this.#watchers.add(watcher);
    this.#subscriber ??= this.#subscribe();
    this.#subscriber.catch(() => {});
    return () => this.#watchers.delete(watcher);
  }

  async hit({ key, max, windowMs, restartOnHit = false, ban }: RateLimit): Promise<number | undefined> {
    const values = [max, windowMs, Number(restartOnHit), ban?.after ?? 0, ban?.ms ?? 0];
    const wait = Number(await this.#run('hit', [`${this.#prefix}counter:${key}`], values));
    return wait === 0 ? undefined : wait;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#watchers.clear();
    for (const connection of [this.#client, this.#subscriber])
      (await connection?.catch(() => undefined))?.disconnect();
  }

  #name = (space: Space, key: string) => `${this.#prefix}${space}:${key}`;
  #index = (space: Space) => `${this.#prefix}index:${space}`;
  get #channel() {
    return `${this.#prefix}changes`;
  }

  async #write(script: Script, space: Space, key: string, values: (string | number)[]): Promise<boolean> {
    // Values are neither listed nor watched, so they have no index and are not announced.
    const index = space === 'value' ? '' : this.#index(space);
    const names = [this.#name(space, key), index, this.#channel];
    return Number(await this.#run(script, names, [key, ...values])) === 1;
  }

  #run(script: Script, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return this.#ask((client) => client.eval(scripts[script], keys.length, ...keys, ...values));
  }

  async #ask<T>(question: (client: Redis) => Promise<T>): Promise<T> {
    try {
      if (this.#closed) throw new Error('it was closed');
      this.#client ??= this.#connect();
      return await question(await this.#client);
    } catch (error) {
      throw new StoreError(`at ${withoutPassword(this.#url)}`, error);
    }
  }

  async #connect(): Promise<Redis> {
    const { Redis: Client } = await import('ioredis');
    const client = new Client(this.#url, {
      commandTimeout: patience,
      connectTimeout: patience,
      maxRetriesPerRequest: 1,
      retryStrategy: (attempt) => Math.min(attempt * 50, 1000),
    });
    // Each question that fails says so; the connection itself tries again for as long as we live.
    client.on('error', () => {});
    return client;
  }

  async #subscribe(): Promise<Redis> {
    const client = await this.#connect();
    const tell = () => {
      for (const watcher of this.#watchers) watcher();
    };
    client.on('message', tell);
    // Whatever happened while the connection was lost was announced to nobody.
    client.on('ready', tell);
    if (this.#closed) client.disconnect();
    else await client.subscribe(this.#channel);
    return client;
  }
}

function withoutPassword(url: string): string {
  try {
    return `\`${new URL(url).host}\``;
  } catch {
    return 'an address that is none';
  }
}
