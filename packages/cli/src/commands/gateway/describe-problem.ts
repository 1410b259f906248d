// Formats errors from the admin API for the command line: fields are replaced with the names of the options that set
// them.

import type { Json } from './api-client.js';

const options: Readonly<Record<string, string>> = {
  attachedMcpIds: '--attach',
  auth: '--auth',
  authToken: '--auth-token-env',
  authType: '--auth-type',
  event_type: '--type',
  from: '--since',
  limit: '--limit',
  mimeType: '--mime-type',
  page: '--page',
  q: '--grep',
  tags: '--tag',
  to: '--until',
};

/** Formats all invalid fields in one line. `sent` is the body of the request. */
export function describeProblem({ status, detail, errors }: Json, sent: unknown): string {
  if (status === 401)
    return 'The gateway rejected the admin token (401). Set `CLAWDEFENDER_ADMIN_TOKEN` or `--admin-token` to the admin token of this gateway.';
  const fields = Array.isArray(errors)
    ? errors.map(({ field, message }: Json) => `\`${nameOf(field, sent)}\` ${inOptions(message)}`)
    : [];
  return `The gateway rejected the request (${status}): ${fields.length > 0 ? fields.join('; ') : detail}`;
}

/** Names a field by its option. An entry of a list is shown with its value, because options have no index. */
function nameOf(field: string, sent: unknown): string {
  const [, name = field, index] = /^(\w+)\[(\d+)\]$/.exec(field) ?? [];
  const option = options[name];
  if (option === undefined) return field;
  const value = index === undefined ? undefined : Object(sent)[name]?.[Number(index)];
  return typeof value === 'string' ? `${option} ${value}` : option;
}

const inOptions = (message: string): string =>
  message.replace(/`(\w+)`/g, (text, name: string) =>
    Object.hasOwn(options, name) ? `\`${options[name]}\`` : text,
  );
