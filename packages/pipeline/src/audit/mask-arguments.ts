// Masks the secrets in the arguments of a call for the audit log.

import { type Engine, redactionMarker } from '@claw/detectors';
import { isRecord, type Message, type StringSpan, spliceMessage } from '@claw/jsonrpc-stream';
import type { AuditEntry } from '../ports.js';
import { toEdits } from '../redaction/edits.js';
import { redactForAudit } from '../redaction/redact-message.js';
import type { TextFindings } from '../text/message-texts.js';
import { isOpaqueValue } from '../text/opaque-values.js';
import type { Call } from '../types.js';
import { rewriteExactly } from './exact-json.js';
import { findSecrets, secretsAmong } from './mask-text.js';
import { mayHoldSecret } from './possible-secrets.js';
import { rawArguments } from './raw-arguments.js';
import { hasSecretMember, maskSecretMembers, SecretNames } from './secret-names.js';

/**
 * Returns the arguments of a call without secrets, as JSON: the original bytes if there are no secrets, or undefined
 * if there are no arguments. `searched` contains the findings in the strings of the call, if they are known.
 */
export function maskArguments(
  call: Call,
  engine: Engine,
  searched?: readonly TextFindings[],
): AuditEntry['arguments'] {
  const { texts, message } = call;
  if (texts.isClean(engine) && !hasSecretMember(call.params)) {
    const isSpelt = call.method === 'tools/call' && call.direction === 'client-to-server';
    const found = (isSpelt ? rawArguments(message) : undefined) ?? argumentsText(message, call.params);
    if (found === undefined || !mayHoldSecret(toBytes(found))) return found;
  }
  const known = searched && new Map(searched.map(({ span, findings }) => [span, findings]));
  const secrets = texts.spans.flatMap((span) => {
    const found = known?.get(span);
    if (found === undefined && !mayHoldSecretIn(span, message)) {
      // Opaque values are not searched when a call is checked, but they are searched before the call is logged.
      const isSearched = known !== undefined && !isOpaqueValue(span, message);
      if (isSearched || !engine.mayMatch(message.bytes, span.start + 1, span.end - 1)) return [];
    }
    const text = texts.textOf(span);
    const findings =
      known === undefined || isOpaqueValue(span, message)
        ? findSecrets(text, engine)
        : secretsAmong(found ?? [], text);
    return findings.length === 0 ? [] : [{ span, text, findings }];
  });
  if (secrets.length === 0) return argumentsText(message, call.params);
  const redacted = redactForAudit(texts, secrets, (text) => findSecrets(text, engine));
  if (redacted.kind === 'impossible') return JSON.stringify(redactionMarker);
  const masked = spliceMessage(message, toEdits(texts, redacted.replacements), { sender: 'server' });
  const { params } = masked.value as { readonly params?: unknown };
  return argumentsText(masked, isRecord(params) ? params : {});
}

/** Returns true if a string contains escapes, which may hide a secret from a search of the bytes. */
function mayHoldSecretIn({ start, end }: StringSpan, { bytes }: Message): boolean {
  const inside = bytes.subarray(start + 1, end - 1);
  return inside.includes(BACKSLASH) || mayHoldSecret(inside);
}

const BACKSLASH = 0x5c;

const encoder = new TextEncoder();
const toBytes = (json: string | Uint8Array) => (typeof json === 'string' ? encoder.encode(json) : json);

/** Longer arguments are logged as a digest. */
const LONGEST = 16 * 1024;
/** Longer text is not formatted with exact numbers, because that takes time. */
const MAX_READ_LENGTH = 1024 * 1024;

const decoder = new TextDecoder();

function argumentsText(
  { method, bytes }: Message,
  params: Readonly<Record<string, unknown>>,
): string | undefined {
  const given = method === 'tools/call' ? params['arguments'] : params;
  const hasSecrets = hasSecretMember(given);
  const text = JSON.stringify(hasSecrets ? maskSecretMembers(given) : given);
  if (text === undefined || text.length > LONGEST || bytes.length > MAX_READ_LENGTH || !holdsNumber(given))
    return text;
  const path = method === 'tools/call' ? ['params', 'arguments'] : ['params'];
  return (
    rewriteExactly(decoder.decode(bytes), path, hasSecrets ? new SecretNames().isSecret : noSecret) ?? text
  );
}

const noSecret = () => false;

function holdsNumber(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return typeof value === 'number';
  return Object.values(value).some(holdsNumber);
}
