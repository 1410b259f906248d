// Provides access to the database file: opens it on first use, retries while another process holds the lock, and
// reopens it if the path refers to another file.

import { setTimeout as sleep } from 'node:timers/promises';
import { type Awaitable, StoreError } from '../key-value-table.js';
import { type Connection, connect, fileId, isBusy } from './connection.js';

/**
 * The maximum total time for which an operation waits for other processes. Their writes take less than a millisecond
 * each.
 */
const busyMilliseconds = 5000;
const retryMilliseconds = 25;

/** The interval between checks that the path still refers to the open file. */
const fileCheckMilliseconds = 1000;

export class Connector {
  readonly #file: string;
  readonly #onFailure: ((error: StoreError) => void) | undefined;
  #connection: Connection | undefined;
  #opening: Promise<Connection> | undefined;
  #nextFileCheck = 0;
  readonly #replaced: Connection[] = [];
  #closed = false;

  constructor(file: string, onFailure: ((error: StoreError) => void) | undefined) {
    this.#file = file;
    this.#onFailure = onFailure;
  }

  get current(): Connection | undefined {
    this.#checkFile();
    return this.#connection;
  }

  /**
   * Runs an operation, synchronously if the file is open and not locked. Failures are thrown and passed to
   * `onFailure`.
   */
  run<T>(act: (connection: Connection) => T, deadline = performance.now() + busyMilliseconds): Awaitable<T> {
    const connection = this.current;
    if (connection === undefined)
      return this.#open().then(
        () => this.run(act, deadline),
        (error: StoreError) => this.#retry(error.cause, act, deadline),
      );
    try {
      return act(connection);
    } catch (error) {
      return this.#retry(error, act, deadline);
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    const connection = this.#connection ?? (await this.#opening?.catch(() => undefined));
    connection?.database.close();
    this.#connection = undefined;
  }

  /**
   * Retries later if the database is locked, so that other messages do not have to wait. Any other error is a
   * failure.
   */
  #retry<T>(error: unknown, act: (connection: Connection) => T, deadline: number): Promise<T> {
    if (!isBusy(error) || performance.now() >= deadline) {
      const failure = this.#failure(error);
      this.#onFailure?.(failure);
      throw failure;
    }
    return sleep(retryMilliseconds).then(() => this.run(act, deadline));
  }

  /**
   * Detects that the file was removed. A removed file can still be used while it is open, but other processes cannot
   * see it, so a grant in it could not be revoked.
   */
  #checkFile(): void {
    // The monotonic clock is used because the next check would be an hour late if the system clock were set back by
    // an hour.
    const now = performance.now();
    if (this.#connection === undefined || now < this.#nextFileCheck) return;
    this.#nextFileCheck = now + fileCheckMilliseconds;
    if (fileId(this.#file) === this.#connection.fileId) return;
    // The old connection is not closed, because closing it would delete the journal of the new file, which has the
    // same name.
    this.#replaced.push(this.#connection);
    [this.#connection, this.#opening] = [undefined, undefined];
  }

  #open(): Promise<Connection> {
    if (this.#closed) return Promise.reject(this.#failure(new Error('it is closed')));
    this.#opening ??= this.#connect().catch((error) => {
      // The next operation tries again, because the disk may have space by then.
      this.#opening = undefined;
      throw this.#failure(error);
    });
    return this.#opening;
  }

  async #connect(): Promise<Connection> {
    this.#connection = connect(this.#file);
    return this.#connection;
  }

  #failure(error: unknown): StoreError {
    return new StoreError(`\`${this.#file}\``, error);
  }
}
