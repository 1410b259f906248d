// Defines the JSON format of pinned tools: the accepted definition, the current definition, and the changes between
// them.

import {
  compareTools,
  createEngine,
  type Engine,
  inspectTool,
  type LocatedFinding,
  type ToolChange,
} from '@claw/detectors';
import type { PinState } from '@claw/store';

/** One tool. */
export interface ToolItem {
  readonly server: string;
  readonly tool: string;
  /** `new`: added by the server. `changed`: the current definition differs from the accepted one. */
  readonly state: PinState['state'];
  /** The changes, the most dangerous first. */
  readonly changes: readonly ToolChange[];
  /**
   * The accepted definition (`before`) and the current one (`after`) of a changed tool; only one of them for a new or
   * removed tool.
   */
  readonly before?: unknown;
  readonly after?: unknown;
  /**
   * The findings in the current definition, the worst first, even if it was accepted automatically when it was first
   * seen.
   */
  readonly findings: readonly Pick<LocatedFinding, 'detector' | 'severity' | 'where' | 'excerpt'>[];
}

type Pin = PinState['accepted'];

const weights = ['dangerous', 'notable', 'cosmetic'];

export function itemsOf(states: readonly PinState[]): readonly ToolItem[] {
  if (states.length === 0) return [];
  const engine = createEngine({ kinds: ['injection'] });
  const inOrder = [...states].sort(
    ({ accepted: left }, { accepted: right }) =>
      order(left.server, right.server) || order(left.tool, right.tool),
  );
  return inOrder.map(({ accepted, reported, state }) => ({
    server: accepted.server,
    tool: accepted.tool,
    state,
    changes: state === 'changed' && reported !== undefined ? changesBetween(accepted, reported, engine) : [],
    ...bothDefinitions({ accepted, reported, state }),
    findings: inspectTool(JSON.parse((reported ?? accepted).definition), engine).map(
      ({ detector, severity, where, excerpt }) => ({ detector, severity, where, excerpt }),
    ),
  }));
}

/** True if the definition was trusted when it was first seen, and no user has accepted it since. */
export const isUnreviewed = ({ accepted, state }: Pick<PinState, 'accepted' | 'state'>): boolean =>
  state === 'new' || (state === 'accepted' && accepted.standing !== 'reviewed');

/** True if the user has to review the tool. */
export const isOpen = ({ state }: Pick<PinState, 'state'>): boolean => state !== 'accepted';

/** Returns text such as `2 changed, 1 new`; empty if no tool has changed. */
export function countOpen(items: readonly Pick<PinState, 'state'>[]): string {
  return (['changed', 'new', 'removed'] as const)
    .map((state) => ({ state, count: items.filter((item) => item.state === state).length }))
    .filter(({ count }) => count > 0)
    .map(({ state, count }) => `${count} ${state}`)
    .join(', ');
}

function bothDefinitions({ accepted, reported, state }: PinState): Pick<ToolItem, 'before' | 'after'> {
  const [before, after] = [accepted, reported].map((pin) => pin && JSON.parse(pin.definition));
  switch (state) {
    case 'accepted':
      return {};
    case 'new':
      return { after: before };
    case 'changed':
      return { before, after };
    case 'removed':
      return { before };
  }
}

/** True if the tool has findings, whether it was accepted or not. */
export const isSuspicious = ({ findings }: Pick<ToolItem, 'findings'>): boolean => findings.length > 0;

/** Returns the changes between two different definitions; the result is never empty. */
export function changesBetween(accepted: Pin, reported: Pin, engine: Engine): readonly ToolChange[] {
  const found = compareTools(toolPin(accepted), toolPin(reported), engine);
  if (found.length === 0)
    return [
      {
        kind: 'other',
        weight: 'notable',
        where: 'definition',
        text: 'the definition is written differently',
      },
    ];
  return [...found].sort((left, right) => weights.indexOf(left.weight) - weights.indexOf(right.weight));
}

const toolPin = ({ tool, digest, definition }: Pin) => ({ name: tool, digest, canonical: definition });

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
