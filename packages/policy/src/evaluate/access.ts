// The one thing that a call would do, when it is one: a single effect on a single resource, in whatever tool's words. A yes
// that is bound to this can answer for every tool, so anything that is not certain makes it nothing.
import { EXEC, effectNames, effectsOfTool, toEffectBits } from '../facts/effects.js';
import { isRecord } from '../facts/is-record.js';
import type { Effect } from '../model.js';
import type { EvaluationInput } from './evaluation-input.js';

/** An effect and what it is done to. */
export interface Access {
  readonly effect: Effect;
  /** Every resolved of the resource: one path, more where links or escapes lead elsewhere; a whole URL or `host:port`; the text of a command. */
  readonly resource: readonly string[];
}

/** What a call would do, if that is one effect on one resource and nothing else. */
export function soleAccess(input: EvaluationInput): Access | undefined {
  const { facts } = input;
  if (facts.refusal !== undefined) return undefined;
  if ((facts.effects & EXEC) !== 0) return soleCommand(input);
  const [effect, second] = effectNames(facts.effects);
  // Moving is writing in one place and deleting in another.
  if (effect === undefined || effect === 'move' || second !== undefined) return undefined;
  if (facts.shell !== undefined || !isCertain(input, effect)) return undefined;
  const resource = effect === 'connect' ? soleAddress(input) : solePath(input);
  return resource === undefined ? undefined : { effect, resource };
}

/** A tool whose name says nothing counts as one that reads, for want of anything better: `chmod` is not what a yes to resolved is for. */
const isCertain = ({ facts: { tool } }: EvaluationInput, effect: Effect): boolean =>
  tool === undefined || effect === 'connect' || (effectsOfTool(tool) & toEffectBits([effect])) !== 0;

function solePath(input: EvaluationInput): readonly string[] | undefined {
  const [first, ...rest] = Array.from(input.paths(), ({ resolved, globs }) =>
    resolved.uncertain || globs.length > 0 ? undefined : resolved.candidates,
  );
  if (first === undefined || input.facts.hosts.length > 0) return undefined;
  return rest.every((other) => other !== undefined && sameTexts(first, other)) ? first : undefined;
}

/** The whole address, not only its host: who may read one page may not read all. */
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

/** A command does what its text does; so the text stands for all of it, if nothing stands beside it. */
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

/** What changes nothing about a command: nothing, no, and how long it may take. A yes or a number may be who it runs as. */
const isInert = (key: string, value: unknown) =>
  value === null || value === false || (typeof value === 'number' && /time_?out|max|limit/i.test(key));

const sameTexts = (left: readonly string[], right: readonly string[]) =>
  left.length === right.length && left.every((text, index) => text === right[index]);
