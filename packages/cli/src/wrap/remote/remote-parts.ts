// Finds the parts of a remote entry (URL, transport and headers), or the reason why the firewall cannot wrap it.

import type { Field, LocatedEntry } from '../../config-formats/format.js';
import type { EntryShape } from '../entry-shape.js';
import { loginSettingsOf } from './login-settings.js';

/** The fields of a remote entry that wrapping changes. */
export interface RemoteParts {
  readonly address: Field;
  readonly transport: Field | undefined;
  readonly headers: Field | undefined;
  /** The name of the variable that contains a token. */
  readonly bearer: Field | undefined;
}

/** The fields that can contain headers. */
export const headerFields = ['headers', 'http_headers'];
const transportFields = ['type', 'transport'];
const knownTransports = /^(?:http|sse|streamable[-_]?http|remote|auto)$/i;

/** Matches fields for logins or connections that we do not support; a wrapped server would not receive them. */
const onlyTheClient =
  /auth|bearer|token|api_?key|client_?(?:id|secret)|certificate|^tls|headersHelper|env_http_headers|^target(?:Audience|ServiceAccount)$/i;

const headerName = /^[\w!#$%&'*+.^`|~-]+$/;

const elsewhere = 'its URL is defined elsewhere in the file';

/** Returns the parts of an entry, or the reason why it cannot be changed. */
export function remotePartsOf(
  entry: LocatedEntry,
  shape: EntryShape,
): RemoteParts | { readonly reason: string } {
  const { value } = entry;
  const addresses = shape.remote.filter((key) => value[key] !== undefined);
  const field = (keys: readonly string[]) =>
    keys.map((key) => entry.fields.get(key)).find((found) => found !== undefined);
  const [address, transport, headers] = [field(addresses), transportOf(entry), field(headerFields)];
  if (!address) return { reason: elsewhere };
  // It is unknown which URL the client uses. The other URL would remain in the entry and bypass the firewall.
  if (addresses.length > 1) return { reason: `it has two URLs, \`${addresses.join('` and `')}\`; keep one` };
  if (/^(?!https?:)[a-z][\w+.-]*:/i.test(String(address.data)))
    return { reason: 'its URL is not an http or https URL' };
  const bearer = shape.bearer && entry.fields.get(shape.bearer.field);
  const settings = loginSettingsOf(entry, shape);
  if ('unknown' in settings) return { reason: whyOnlyTheClient(settings.unknown) };
  const login = Object.keys(value).find(
    (key) =>
      key !== bearer?.key &&
      key !== shape.login &&
      ((onlyTheClient.test(key) && isSet(value[key])) ||
        (!headerFields.includes(key) && holdsHeaders(value[key]))),
  );
  if (login !== undefined) return { reason: whyOnlyTheClient(login) };
  if (bearer && (typeof bearer.data !== 'string' || !/^\w+$/.test(bearer.data)))
    return { reason: `\`${bearer.key}\` is not a valid variable name` };
  if (bearer && value[shape.bearer?.forwarded ?? ''] !== undefined)
    return { reason: `it has both \`${bearer.key}\` and \`${shape.bearer?.forwarded}\`` };
  if (transport && !knownTransports.test(String(transport.data)))
    return { reason: `unknown transport \`${String(transport.data)}\`` };
  if (headerFields.some((key) => value[key] !== undefined) && !headers?.members)
    return { reason: 'its headers are defined elsewhere in the file' };
  const odd = headers?.members?.find(({ key }) => !headerName.test(key));
  if (odd) return { reason: `\`${odd.key}\` is not a valid header name` };
  if (headers?.members?.some(({ data }) => typeof data !== 'string'))
    return { reason: 'one of its headers is not a string' };
  const left = [shape.command, shape.args ?? ''].find((key) => value[key] !== undefined);
  if (left !== undefined) return { reason: `it has a URL and \`${left}\`; keep one` };
  if (headers && value[shape.env] !== undefined)
    return { reason: `it has both headers and \`${shape.env}\`` };
  return { address, transport, headers, bearer };
}

/**
 * Returns the reason for an unsupported field. Our login can replace a login of the client, but keys and certificates
 * can only be used by the client.
 */
const whyOnlyTheClient = (field: string): string =>
  /^o?auth/i.test(field)
    ? `it logs in with \`${field}\`, which the client handles itself; remove that field to wrap it, and use \`clawdefender login\``
    : `it logs in with \`${field}\`, which the client handles itself`;

/**
 * Returns the name of the variable that contains the value of a header. Variables are used because secrets must not be
 * on a command line.
 */
export const headerVariable = (index: number): string => `CLAWDEFENDER_HEADER_${index + 1}`;

/** Returns the options of `proxy` that read headers and a token from variables. */
export const headerOptions = ({ headers, bearer }: RemoteParts): readonly string[] => [
  ...(headers?.members ?? []).flatMap(({ key }, index) => [
    '--header-env',
    `${key}=${headerVariable(index)}`,
  ]),
  ...(bearer ? ['--bearer-env', bearer.data as string] : []),
];

/** Returns the field for the transport, if the entry has one. */
export const transportOf = ({ fields }: LocatedEntry): Field | undefined =>
  transportFields.map((key) => fields.get(key)).find((field) => field !== undefined);

/** True if an unknown field contains headers, which the server would not receive. */
const holdsHeaders = (value: unknown): boolean =>
  typeof value === 'object' &&
  value !== null &&
  /"(?:\w*headers|authorization)":/i.test(JSON.stringify(value));

const isSet = (value: unknown): boolean => value !== undefined && value !== null && value !== false;
