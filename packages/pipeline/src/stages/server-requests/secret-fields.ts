// Detects forms that ask for a secret. All visible texts of a form are checked, because a label can also be the
// default value of the previous field.

import { mentionsSecret, mentionsSecretUnambiguously, requestsSecret } from '@claw/detectors';
import { isRecord } from '@claw/jsonrpc-stream';

/** The maximum number of values in a form. Larger values are not forms. */
const MAX_VALUES = 4000;
/** The members of a schema that clients do not display. */
const UNSEEN = new Set(['type', '$schema', '$id', '$ref', 'pattern', 'format']);

/** Describes the text in a form that asks for a secret, or returns undefined. */
export function findSecretField(params: Readonly<Record<string, unknown>>): string | undefined {
  const { message, requestedSchema: schema } = params;
  const text = typeof message === 'string' ? message : '';
  if (requestsSecret(text)) return 'in its message';
  const values = valuesIn(schema);
  if (values === undefined) return 'its schema is too large to check';
  const fields = values.flatMap(fieldsOf);
  if (fields.length === 0 && schema !== undefined) fields.push(['', schema]);
  const hidden = fields.find(([, field]) => isHidden(field));
  if (hidden !== undefined) return show(hidden[0]);
  // A field with a fixed list of choices cannot contain a secret.
  if (!fields.some(([, field]) => takesText(field))) return undefined;
  const label = fields
    .flatMap(([name, field]) => (takesText(field) ? [name, ...wordsOf(field)] : []))
    .find(mentionsSecret);
  if (label !== undefined) return show(label);
  if (mentionsSecret(text)) return 'in its message';
  const elsewhere = values.flatMap(wordsOf).find(mentionsSecretUnambiguously);
  return elsewhere && show(elsewhere);
}

const show = (name: string): string => `\`${name.slice(0, 60)}\``;

/** Returns all objects in a schema, or undefined if there are too many. */
function valuesIn(schema: unknown): readonly Readonly<Record<string, unknown>>[] | undefined {
  const found: Readonly<Record<string, unknown>>[] = [];
  const waiting: unknown[] = [schema];
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    if (isRecord(value)) {
      found.push(value);
      waiting.push(...Object.values(value));
    } else if (Array.isArray(value)) waiting.push(...value);
    if (found.length + waiting.length > MAX_VALUES) return undefined;
  }
  return found;
}

type Field = readonly [name: string, field: unknown];

const fieldsOf = (holder: Readonly<Record<string, unknown>>): readonly Field[] =>
  isRecord(holder['properties']) ? Object.entries(holder['properties']) : [];

/** Returns true for a field whose input is hidden, as is usual only for secrets. */
const isHidden = (field: unknown): boolean =>
  isRecord(field) && (/^password$/i.test(String(field['format'])) || field['writeOnly'] === true);

/** Returns true if the user can type text into the field. */
function takesText(field: unknown): boolean {
  if (!isRecord(field)) return true;
  const { type, enum: choices, oneOf, anyOf, const: constant, items } = field;
  if (type === 'boolean' || type === 'object' || constant !== undefined || hasAny(choices)) return false;
  for (const options of [oneOf, anyOf])
    if (hasAny(options)) return !options.every((one) => isRecord(one) && one['const'] !== undefined);
  return type !== 'array' || takesText(items);
}

const hasAny = (list: unknown): list is readonly unknown[] => Array.isArray(list) && list.length > 0;

/** Returns the names and texts in one object that a client may display. */
function wordsOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    if (UNSEEN.has(name)) return [];
    const texts = (Array.isArray(member) ? member : [member]).filter((one) => typeof one === 'string');
    return [name, ...texts];
  });
}
