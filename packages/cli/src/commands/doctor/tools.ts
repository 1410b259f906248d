// Checks for suspicious tools, and for tools that have changed since they were accepted and were not reviewed.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { toPrintable } from '@claw/detectors';
import { parsePolicy } from '@claw/policy';
import type { PinState } from '@claw/store';
import { bad, type CheckResult, good } from '../../diagnostics/check-result.js';
import { configFolder } from '../../files/paths.js';
import { useStore } from '../../state/open-store.js';
import { pluralize } from '../../terminal/pluralize.js';
import { countOpen, isOpen, isSuspicious, isUnreviewed, itemsOf, type ToolItem } from '../tools/items.js';

const check = 'tools';
const fix = 'clawdefender tools diff     (then `clawdefender tools accept SERVER [TOOL]`)';
const maxNamed = 5;

/**
 * Reports changed tools. A dangerous change, or a change that the policy blocks, is an error; any other change is a
 * note.
 */
export async function checkTools(env: NodeJS.ProcessEnv): Promise<readonly CheckResult[]> {
  // An unreadable store is ignored here, because the check of the state folder reports it.
  const known = await useStore(({ pins }) => pins.list()).catch(() => []);
  return known.length === 0 ? [] : [await checkChanges(known, env), ...checkWords(known)];
}

/** Reports definitions that had findings when they were first seen, because they were accepted without a review. */
function checkWords(known: readonly PinState[]): readonly CheckResult[] {
  const items = itemsOf(known.filter(isUnreviewed));
  const suspicious = items.filter(isSuspicious);
  if (suspicious.length === 0) return [];
  const message = `${pluralize(suspicious.length, 'tool')} suspicious: ${namesOf(suspicious)}`;
  return [
    bad(
      check,
      message,
      'clawdefender tools list     (shows the suspicious text; remove a server that you do not trust, or accept the tool with `clawdefender tools accept SERVER TOOL`)',
    ),
  ];
}

async function checkChanges(known: readonly PinState[], env: NodeJS.ProcessEnv): Promise<CheckResult> {
  const open = known.filter(isOpen);
  if (open.length === 0) return good(check, `${pluralize(known.length, 'tool')}, unchanged`);
  const items = itemsOf(open.filter(({ state }) => state === 'changed'));
  if (items.length === 0)
    return { ...good(check, `${pluralize(known.length, 'tool')}, ${countOpen(open)}`), fix };
  const dangerous = items.filter(({ changes }) => changes.some(({ weight }) => weight === 'dangerous'));
  const refuses = await refusesChanged(env);
  const message = [
    `${pluralize(items.length, 'tool')} changed since ${items.length === 1 ? 'it was' : 'they were'} accepted`,
    dangerous.length > 0 ? ` (${dangerous.length} dangerous)` : '',
    refuses ? ', and the policy denies changed tools' : '',
    `: ${namesOf([...new Set([...dangerous, ...items])])}`,
  ].join('');
  return dangerous.length > 0 || refuses ? bad(check, message, fix) : { ...good(check, message), fix };
}

function namesOf(items: readonly ToolItem[]): string {
  const named = items
    .slice(0, maxNamed)
    .map(({ server, tool }) => `\`${toPrintable(server, 60)} ${toPrintable(tool, 60)}\``);
  return `${named.join(', ')}${items.length > named.length ? ', …' : ''}`;
}

/** True if the configured policy contains `[tools] pin = "block"`. Otherwise changed tools are only recorded. */
async function refusesChanged(env: NodeJS.ProcessEnv): Promise<boolean> {
  const text = await readFile(join(configFolder(env), 'policy.toml'), 'utf8').catch(() => undefined);
  const parsed = text === undefined ? undefined : await parsePolicy(text);
  return parsed?.ok === true && parsed.policy.settings.tools.pin === 'block';
}
