// Describes a call as a single effect on a single resource, independent of the tool. An approval that is bound to
// this description is valid for every tool, so calls that are not certain to have exactly one effect and one resource
// have no description.
import { EXEC, effectNames, effectsOfTool, toEffectBits } from '../facts/effects.js';
import { isRecord } from '../facts/is-record.js';
import type { Effect } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';

/** An effect and the resource that it applies to. */
export interface Access {
  readonly effect: Effect;
  /**
   * All forms of the resource: one path, or several if links or escape sequences refer to other paths; a whole URL or
   * `host:port`; the text of a command.
   */
  readonly resource: readonly string[];
}

/** Returns the effect and resource of a call that has exactly one of each. */
export function soleAccess(input: EvaluationInput): Access | undefined {
  const { facts } = input;
  if (facts.invalidReason !== undefined) return undefined;
  if ((facts.effects & EXEC) !== 0) return soleCommand(input);
  const [effect, second] = effectNames(facts.effects);
  // A move writes to one path and deletes another.
  if (effect === undefined || effect === 'move' || second !== undefined) return undefined;
  if (facts.shell !== undefined || !isCertain(input, effect)) return undefined;
  const resource = effect === 'connect' ? soleAddress(input) : solePath(input);
  return resource === undefined ? undefined : { effect, resource };
}

/**
 * By default, an unknown tool counts as reading. Here this default is not certain enough, because an approval for
 * reading must not apply to `chmod`.
 */
const isCertain = ({ facts: { tool } }: EvaluationInput, effect: Effect): boolean =>
  tool === undefined || effect === 'connect' || (effectsOfTool(tool) & toEffectBits([effect])) !== 0;

function solePath(input: EvaluationInput): readonly string[] | undefined {
  const [first, ...rest] = Array.from(input.paths(), ({ resolved, globs }) =>
    resolved.uncertain || globs.length > 0 ? undefined : resolved.candidates,
  );
  if (first === undefined || input.facts.hosts.length > 0) return undefined;
  return rest.every((other) => other !== undefined && sameTexts(first, other)) ? first : undefined;
}

/** Returns the whole URL, because an approval for one page must not apply to all pages of the host. */
function soleAddress({ facts }: EvaluationInput): readonly string[] | undefined {
  const addresses = new Set(facts.hosts.map(({ text, source }) => wholeAddress(text, source)));
  const [address, second] = addresses;
  if (address === undefined || second !== undefined) return undefined;
  return facts.paths.every(({ text }) => wholeAddress(text, 'arguments') === address) ? [address] : undefined;
}

function wholeAddress(text: string, source: string): string | undefined {
  if (source === 'content' || source === 'command') return undefined;
  if (/^[a-z][a-z0-9+.-]*:\/\/[^\s\\]+$/i.test(text))
    return URL.canParse(text) ? new URL(text).href : undefined;
  return /^[a-z0-9.-]+(?::\d{1,5})?$/i.test(text) ? text.toLowerCase() : undefined;
}

/**
 * Returns the text of a command. The text determines the effect, so it describes the whole access if there are no
 * other arguments.
 */
function soleCommand({ facts }: EvaluationInput): Access | undefined {
  const { args, shell } = facts;
  if (shell === undefined || shell.unknown || (facts.effects & ~shell.effects) !== 0 || !isRecord(args))
    return undefined;
  const [entry, ...others] = Object.entries(args).filter(([key, value]) => !isInert(key, value));
  if (entry === undefined || others.length > 0) return undefined;
  const [key, text] = entry;
  return /^(?:command|cmd)$/i.test(key) && typeof text === 'string'
    ? { effect: 'exec', resource: [text] }
    : undefined;
}

/**
 * Tests for arguments that do not change a command: null, false, and time limits. `true` or a number could select the
 * user that runs the command.
 */
const isInert = (key: string, value: unknown) =>
  value === null || value === false || (typeof value === 'number' && /time_?out|max|limit/i.test(key));

const sameTexts = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((text, index) => text === right[index]);
