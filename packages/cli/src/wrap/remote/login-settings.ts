// Reads the login settings of a client for a remote server. A wrapped server logs in with `clawdefender login` instead,
// with the same settings if it supports all of them.

import type { LocatedEntry } from '../../config-formats/format.js';
import type { EntryShape } from '../entry-shape.js';

/** The settings for `login`. */
export interface LoginSettings {
  readonly clientId?: string;
  /** The variable that contains the secret; the secret itself is not copied. */
  readonly secretVariable?: string;
  readonly scope?: string;
  readonly port?: number;
}

/** Returns the settings of an entry, or the first unsupported setting. */
export function loginSettingsOf(
  { value }: LocatedEntry,
  shape: EntryShape,
): LoginSettings | { readonly unknown: string } {
  const field = shape.login;
  const settings = field === undefined ? undefined : value[field];
  if (typeof settings !== 'object' || settings === null) return {};
  const found: Record<string, unknown> = {};
  for (const [key, setting] of Object.entries(settings)) {
    const read = Object.hasOwn(readers, key) ? readers[key]?.(setting) : undefined;
    if (read === undefined) return { unknown: `${field}.${key}` };
    Object.assign(found, read);
  }
  return found;
}

type Reader = (setting: unknown) => LoginSettings | undefined;

const text = (setting: unknown, name: keyof LoginSettings): LoginSettings | undefined =>
  typeof setting === 'string' && /^[!-~]+(?: [!-~]+)*$/.test(setting) ? { [name]: setting } : undefined;

/** Readers for the settings. Clients write the keys differently. */
const readers: Readonly<Record<string, Reader>> = {
  enabled: (setting) => (setting === true ? {} : undefined),
  clientId: (setting) => text(setting, 'clientId'),
  clientSecret: (setting) => {
    const [, name] = /^(?:\$\{(?:env:)?|\{env:|\$)(\w+)\}?$/.exec(String(setting)) ?? [];
    return name === undefined ? undefined : { secretVariable: name };
  },
  scope: (setting) => text(setting, 'scope'),
  scopes: (setting) => (Array.isArray(setting) ? text(setting.join(' '), 'scope') : undefined),
  callbackPort: (setting) =>
    Number.isInteger(setting) && Number(setting) > 0 && Number(setting) < 65_536
      ? { port: Number(setting) }
      : undefined,
};

/** Returns the corresponding options of `login`. */
export const loginOptions = ({ clientId, secretVariable, scope, port }: LoginSettings): readonly string[] => [
  ...(clientId === undefined ? [] : ['--client-id', clientId]),
  ...(clientId === undefined || secretVariable === undefined ? [] : ['--client-secret-env', secretVariable]),
  ...(scope === undefined ? [] : ['--scope', scope]),
  ...(port === undefined ? [] : ['--port', String(port)]),
];
