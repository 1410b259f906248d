// A route as data: what it accepts, what it returns, and the function that handles it. The router and the OpenAPI document are made
// from the same value.

import type * as z from 'zod';

type Awaitable<T> = T | Promise<T>;

/** A request whose sender was authenticated and whose body and query were validated. */
export interface RouteRequest<Body = unknown, Query = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The host name and port that the client used. */
  readonly host: string;
  /** The name of the token or session, for the audit log. */
  readonly actor: string;
}

/** The response of a route: an object becomes JSON, text and bytes are sent as they are. */
export interface RouteReply {
  readonly status?: number;
  readonly body?: object | string | Uint8Array<ArrayBuffer>;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface RouteSpec<Body extends z.ZodType, Query extends z.ZodObject> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** A part such as `:id` matches one segment of the path. */
  readonly path: string;
  readonly summary: string;
  readonly body?: Body;
  readonly query?: Query;
  /** The schema of the successful response; none for an empty one. */
  readonly response?: z.ZodType;
  /** The status of the successful response; 200 by default. */
  readonly status?: number;
  /** The other responses, by status. */
  readonly problems?: Readonly<Record<number, string>>;
  /** Bytes that a body may have; 64 KiB by default. */
  readonly maxBody?: number;
  handle(request: RouteRequest<z.output<Body>, z.output<Query>>): Awaitable<RouteReply>;
}

/** Any route; the types of its body and query are known to its own handler only. */
export type Route = Omit<RouteSpec<z.ZodType, z.ZodObject>, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the router passes what the schemas of the same route returned
  handle(request: RouteRequest<any, any>): Awaitable<RouteReply>;
};

/** Defines a route, with the types of its schemas for its handler. */
export const defineRoute = <
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  spec: RouteSpec<Body, Query>,
): Route => spec as unknown as Route;
