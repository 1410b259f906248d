// Implements `policy import`: detects the format of a policy and converts it.

import type { Converted } from '../convert/format.js';
import { isRecord } from '../facts/is-record.js';
import { importAgentWall } from './agent-wall.js';
import { importAironclaw } from './aironclaw.js';
import { type Block, writeBlocks } from './blocks.js';

export type ImportResult =
  | ({ readonly ok: true; readonly from: 'agent-wall' | 'aironclaw' } & Converted)
  | { readonly ok: false; readonly reason: string };

/**
 * Converts a YAML policy of Agent Wall or JSON rules of AIronClaw to a TOML policy. Unsupported parts are omitted and
 * listed.
 */
export async function importPolicy(text: string): Promise<ImportResult> {
  let value: unknown;
  try {
    const module = await import('yaml');
    // A bundler may wrap the module in a default export.
    const { parse } = 'parse' in module ? module : (module as { default: typeof module }).default;
    // JSON is valid YAML. Aliases are limited, so that a small file cannot expand into a large one.
    value = parse(text, { maxAliasCount: 100 });
  } catch (error) {
    return {
      ok: false,
      reason: `not valid YAML or JSON: ${error instanceof Error ? (error.message.split('\n')[0] ?? '') : 'it cannot be parsed'}`,
    };
  }
  const notes: string[] = [];
  const written = async (
    from: 'agent-wall' | 'aironclaw',
    blocks: readonly Block[],
  ): Promise<ImportResult> => ({
    ok: true,
    from,
    text: await writeBlocks(blocks, notes),
    notes,
  });
  if (Array.isArray(value)) return written('aironclaw', importAironclaw(value, notes));
  if (!isRecord(value)) return { ok: false, reason: 'the file does not contain a policy' };
  const { rules } = value;
  if (Array.isArray(rules) && rules.some((rule) => isRecord(rule) && rule['rule_type'] !== undefined))
    return written('aironclaw', importAironclaw(rules, notes));
  if (Array.isArray(rules) || value['defaultAction'] !== undefined)
    return written('agent-wall', importAgentWall(value, notes));
  return {
    ok: false,
    reason: 'the file has neither `rules` nor `defaultAction`; it is not a supported policy format',
  };
}
