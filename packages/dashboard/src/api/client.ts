// Sends requests to the dashboard's API. Browsers send our cookie to other ports of this machine as well, so the
// cookie is valid only together with a key that only pages on this port can read.

const keyName = 'clawdefender-page';

export const pageKey = (): string => localStorage.getItem(keyName) ?? '';
const forgetPageKey = (): void => localStorage.removeItem(keyName);

export interface FieldProblem {
  readonly field: string;
  readonly message: string;
}

/** The error for an unsuccessful response. `fields` lists the invalid parts of the request. */
export class ApiError extends Error {
  readonly status: number;
  readonly fields: readonly FieldProblem[];

  constructor(status: number, message: string, fields: readonly FieldProblem[] = []) {
    super(message);
    this.status = status;
    this.fields = fields;
  }
}

let onSignedOut: (reason?: string) => void = () => {};

/** Calls back when the session has ended for any reason. */
export function whenSignedOut(act: (reason?: string) => void): void {
  onSignedOut = act;
}

export function leave(reason?: string): void {
  forgetPageKey();
  onSignedOut(reason);
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export async function request<Value = undefined>(
  method: Method,
  path: string,
  body?: object,
  signal?: AbortSignal,
): Promise<Value> {
  const response = await fetch(path, {
    method,
    headers: {
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      'X-ClawDefender-Page': pageKey(),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal !== undefined && { signal }),
  }).catch((error: Error) => {
    throw error.name === 'AbortError'
      ? error
      : new ApiError(0, 'No connection. Is the dashboard still running?');
  });
  if (response.status === 204) return undefined as Value;
  const value = await response.json().catch(() => ({}));
  if (response.ok) return value as Value;
  if (response.status === 401 && path !== '/api/session') leave();
  throw new ApiError(
    response.status,
    value.detail ?? `The request failed with status ${response.status}.`,
    value.errors,
  );
}

/** Exchanges the token in the link, or an admin token of the gateway, for a session. */
export async function signIn(credentials: { token: string } | { adminToken: string }): Promise<void> {
  const { page } = await request<{ page: string }>('POST', '/api/session', credentials);
  localStorage.setItem(keyName, page);
}

/** Removes all data from the page even if the dashboard cannot be reached, and reports the error. */
export async function signOut(): Promise<void> {
  let reason: string | undefined;
  try {
    await request('DELETE', '/api/session');
  } catch (error) {
    // The status 401 means that the session has already ended.
    if ((error as ApiError).status !== 401)
      reason = `This page is signed out, but the dashboard could not be reached to end the session: ${(error as Error).message} Stop the dashboard to end all its sessions.`;
  } finally {
    leave(reason);
  }
}
