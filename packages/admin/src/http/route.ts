// Defines a route as data: its input, its output and its handler. The router and the OpenAPI document use the same
// definition.

import type * as z from 'zod';
import type { Awaitable } from '../awaitable.js';

/** An authenticated request with a valid body and query. */
export interface RouteRequest<Body = unknown, Query = unknown> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Query;
  readonly body: Body;
  /** The host name and port to which the client sent the request. */
  readonly host: string;
  /** The name of the token or session, for the audit log. */
  readonly actor: string;
}

/** The response of a route: an object is sent as JSON; text and bytes are sent unchanged. */
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
  /** The schema of the successful response; undefined for an empty response. */
  readonly response?: z.ZodType;
  /** The status of the successful response; 200 by default. */
  readonly status?: number;
  /** The descriptions of all other responses, by status. */
  readonly problems?: Readonly<Record<number, string>>;
  /** The maximum size of a body in bytes; 64 KiB by default. */
  readonly maxBody?: number;
  handle(request: RouteRequest<z.output<Body>, z.output<Query>>): Awaitable<RouteReply>;
}

/** A route of any type. Only its own handler knows the types of its body and query. */
export type Route = Omit<RouteSpec<z.ZodType, z.ZodObject>, 'handle'> & {
  // biome-ignore lint/suspicious/noExplicitAny: the router passes what the schemas of the same route returned
  handle(request: RouteRequest<any, any>): Awaitable<RouteReply>;
};

/** Defines a route; the types of the handler's body and query are inferred from the schemas. */
export const defineRoute = <
  Body extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodObject = z.ZodObject<Record<never, never>>,
>(
  spec: RouteSpec<Body, Query>,
): Route => spec as unknown as Route;
