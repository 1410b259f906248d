// The settings by which a client logs in at a remote server. Behind us it no longer does; `clawdefender login` does, with
// the same settings, if they say nothing that it cannot follow.

import type { LocatedEntry } from '../config-formats/format.js';
import type { EntryShape } from './entry-shape.js';

/** What `login` has to be told. */
export interface LoginSettings {
  readonly clientId?: string;
  /** The variable that holds the secret; the secret itself is not taken along. */
  readonly secretVariable?: string;
  readonly scope?: string;
  readonly port?: number;
}

/** The settings of an entry, or the one that only its client can follow. */
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

/** Each key as one client or another writes it. */
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

/** The options of `login` that say the same. */
export const loginOptions = ({ clientId, secretVariable, scope, port }: LoginSettings): readonly string[] => [
  ...(clientId === undefined ? [] : ['--client-id', clientId]),
  ...(clientId === undefined || secretVariable === undefined ? [] : ['--client-secret-env', secretVariable]),
  ...(scope === undefined ? [] : ['--scope', scope]),
  ...(port === undefined ? [] : ['--port', String(port)]),
];
