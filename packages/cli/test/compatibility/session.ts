// Defines the interface of an MCP client for scripted conversations with every SDK.
import type { Command } from './command.js';

export interface Wire {
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly id?: string | number;
}

export interface RequestOptions {
  readonly signal?: AbortSignal;
  readonly onprogress?: () => void;
}

export interface Session {
  /** The version, the names, the capabilities and the instructions from the handshake. */
  readonly greeting: unknown;
  readonly modern: boolean;
  request(method: string, params: object | undefined, options: RequestOptions): Promise<unknown>;
  notify(method: string, params: object | undefined): Promise<void>;
  /** Returns a function that ends the subscription. */
  subscribe(uri: string): Promise<() => Promise<unknown>>;
  /**
   * Closes the session as this SDK does. Returns the exit code of the server process, or 128 + the number of its
   * signal.
   */
  close(): Promise<number>;
}

export interface ClientKind {
  readonly name: string;
  /** True if only servers of the modern era are supported. */
  readonly modernOnly?: boolean;
  connect(server: Command, answers: Answers, hear: (message: Wire) => void): Promise<Session>;
}

/** The responses of the client to requests of the server, by method. */
export type Answers = Readonly<Record<string, (params: unknown) => object>>;

export const info = { name: 'compatibility', version: '1.0.0' };
export const capabilities = { sampling: {}, elicitation: {}, roots: { listChanged: true } };
