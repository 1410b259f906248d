// Detects directory sweeps: many distinct items are read in a short time. The number of different folders counts,
// because an agent that explores a repository reads hundreds of files in one folder, whereas an attack reads from
// many folders or reads many sensitive files.

import { type BuiltInChain, type ChainContext, sampleStep } from './built-in-chain.js';
import { toRecordedStep } from './describe.js';
import { normalizePath, truncatePath } from './files/normalize-path.js';
import { isRecent } from './state.js';
import { hasEffect } from './step.js';

interface Sweep {
  readonly name: string;
  readonly limit: number;
  readonly description: string;
  targets(context: ChainContext): readonly string[];
}

/** The maximum number of distinct items within the window. */
const LIMITS: readonly Sweep[] = [
  {
    name: 'credentials',
    limit: 4,
    description: 'different credential stores',
    targets: (context) => sensitiveTargets(context, ['credentials']),
  },
  {
    name: 'sensitive',
    limit: 12,
    description: 'different sensitive files',
    targets: (context) => sensitiveTargets(context, ['credentials', 'secrets', 'personal']),
  },
  { name: 'areas', limit: 16, description: 'different parts of the file system', targets: areas },
];

const none: readonly string[] = [];

function sensitiveTargets({ sensitive }: ChainContext, labels: readonly string[]): readonly string[] {
  if (sensitive.length === 0) return none;
  const read = sensitive.filter(({ label }) => labels.includes(label));
  // Different notations of a path count once.
  return read.map(({ path }) => truncatePath(normalizePath(path.readings?.[0] ?? path.text)));
}

/**
 * Returns the first folders inside a home folder or the root, because data of different kinds is usually in different
 * folders there.
 */
function areas({ step }: ChainContext): readonly string[] {
  const found: string[] = [];
  for (const { text, readings, effects = step.effects } of step.paths) {
    if (!hasEffect(effects, 'read')) continue;
    const area = areaOf(normalizePath(readings?.[0] ?? text));
    if (area !== undefined) found.push(truncatePath(area));
  }
  return found;
}

const HOME =
  /^(?:\/(?:home|users)\/[^/]+|\/root|~[^/]*|\$\{?home\}?|%userprofile%|[a-z]:\/users\/[^/]+)(?:\/([^/]+))?/;
const ROOT = /^(?:[a-z]:)?\/[^/]+/;

function areaOf(path: string): string | undefined {
  const home = HOME.exec(path);
  if (home !== null) return `~/${home[1] ?? ''}`;
  return ROOT.exec(path)?.[0];
}

/** Counts the distinct items of a sweep, including those of this call. Stops counting at the limit. */
function countTargets({ name, limit, targets }: Sweep, context: ChainContext): number {
  const { state, now, window } = context;
  const found = targets(context);
  if (found.length === 0) return 0;
  const seen = state.sweepTargets.get(name);
  const fresh = new Set<string>();
  let old = 0;
  for (const time of seen?.values() ?? []) if (isRecent(time, now, window)) old += 1;
  for (const thing of found) {
    const time = seen?.get(thing);
    if (time === undefined || !isRecent(time, now, window)) fresh.add(thing);
    if (old + fresh.size >= limit) break;
  }
  return fresh.size === 0 ? 0 : old + fresh.size;
}

const read = (text: string) => sampleStep({ tool: 'read_file', effects: ['read'], paths: [{ text }] });
const list = (text: string) => sampleStep({ tool: 'list_directory', effects: ['read'], paths: [{ text }] });
const numbers = (length: number) => Array.from({ length }, (_, index) => index);

/** Detects that many distinct items are read. */
export const sweep: BuiltInChain = {
  name: 'sweep',
  match(context) {
    if (context.step.paths.length === 0) return undefined;
    const found = LIMITS.find((one) => countTargets(one, context) >= one.limit);
    if (found === undefined) return undefined;
    return {
      name: 'sweep',
      reason: `${found.limit} ${found.description} were read within ${Math.round(context.window / 1000)} s, including this call`,
      suggestion: 'read only the file that is needed, or ask the user for its path',
      steps: [toRecordedStep(context.step, context.now, `read one of ${found.limit} ${found.description}`)],
    };
  },
  record(context) {
    const { step, state, now, window } = context;
    for (const one of step.paths.length === 0 ? [] : LIMITS) {
      // After an approval, the count starts again from zero.
      if (countTargets(one, context) >= one.limit) {
        state.sweepTargets.delete(one.name);
        continue;
      }
      for (const thing of one.targets(context)) {
        const seen = state.sweepTargets.get(one.name) ?? new Map<string, number>();
        state.sweepTargets.set(one.name, seen);
        if (!seen.has(thing) && seen.size >= one.limit)
          for (const [key, time] of seen) if (!isRecent(time, now, window)) seen.delete(key);
        seen.set(thing, now);
      }
    }
  },
  // The samples have thousands of steps, so they are created only when a test needs them.
  get samples() {
    return {
      hit: [
        ['~/.ssh/id_rsa', '~/.aws/credentials', '~/.netrc', '~/.kube/config'].map(read),
        numbers(12).map((index) => read(`/srv/app${index}/.env`)),
        [...'abcdefghijklmnop'].map((letter) => list(`/home/ana/${letter}`)),
        [sampleStep({ effects: ['read'], paths: numbers(16).map((index) => ({ text: `/part${index}/x` })) })],
      ],
      miss: [
        numbers(600).map((index) => read(`/home/ana/app/src/part${index % 40}/file${index}.ts`)),
        numbers(200).map(() => read('/home/ana/.ssh/config')),
        numbers(9).map((index) => read(`packages/p${index}/.env`)),
        numbers(50).map(() => read('~/.aws/credentials')),
        ['/etc/os-release', '/usr/include/stdio.h', '~/app/a.c', '/tmp/x', '/proc/cpuinfo'].map(read),
      ],
    };
  },
};
