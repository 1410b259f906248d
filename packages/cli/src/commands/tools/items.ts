// The pinned tools as they are listed: what was accepted, what is offered now, and what lies between the two.

import {
  compareTools,
  createEngine,
  type Engine,
  inspectTool,
  type PlacedFinding,
  type ToolChange,
} from '@claw/detectors';
import type { PinState } from '@claw/store';

/** One line of a list. */
export interface ToolItem {
  readonly server: string;
  readonly tool: string;
  /** `new`: its server has added it. `changed`: the server offers another definition than the accepted one. */
  readonly state: PinState['state'];
  /** What matters most comes first. */
  readonly changes: readonly ToolChange[];
  /** Of a changed tool the accepted definition and the one that is offered now; of a new or removed one what there is. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Suspicious places in the definition that is offered now; also the first one, which was trusted unread. The worst comes first. */
  readonly findings: readonly Pick<PlacedFinding, 'detector' | 'severity' | 'where' | 'excerpt'>[];
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

/** Whether it waits for somebody to look at it. */
export const isOpen = ({ state }: Pick<PinState, 'state'>): boolean => state !== 'accepted';

/** `2 changed, 1 new`; empty when all is as accepted. */
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

/** Whether it reads like an attack, accepted or not. */
export const isSuspicious = ({ findings }: Pick<ToolItem, 'findings'>): boolean => findings.length > 0;

/** In words what became of a definition; never empty. */
export function changesBetween(accepted: Pin, reported: Pin, engine: Engine): readonly ToolChange[] {
  const found = compareTools(toolPin(accepted), toolPin(reported), engine);
  if (found.length === 0)
    return [{ kind: 'other', weight: 'notable', where: 'definition', text: 'it is written differently' }];
  return [...found].sort((left, right) => weights.indexOf(left.weight) - weights.indexOf(right.weight));
}

const toolPin = ({ tool, digest, definition }: Pin) => ({ name: tool, digest, canonical: definition });

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
