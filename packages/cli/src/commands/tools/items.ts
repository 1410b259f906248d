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
  /** `changed`: the server offers another definition than the accepted one. */
  readonly state: 'accepted' | 'changed';
  /** What matters most comes first. */
  readonly changes: readonly ToolChange[];
  /** Of a changed tool: the accepted definition, and the one that is offered now. */
  readonly before?: unknown;
  readonly after?: unknown;
  /** Suspicious places in the definition that is offered now; also the first one, which was trusted unread. */
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
  return inOrder.map(({ accepted, reported }) => ({
    server: accepted.server,
    tool: accepted.tool,
    state: reported === undefined ? 'accepted' : 'changed',
    changes: reported === undefined ? [] : changesBetween(accepted, reported, engine),
    ...(reported && { before: JSON.parse(accepted.definition), after: JSON.parse(reported.definition) }),
    findings: inspectTool(JSON.parse((reported ?? accepted).definition), engine).map(
      ({ detector, severity, where, excerpt }) => ({ detector, severity, where, excerpt }),
    ),
  }));
}

/** In words what became of a definition; never empty. */
export function changesBetween(accepted: Pin, reported: Pin, engine: Engine): readonly ToolChange[] {
  const found = compareTools(toolPin(accepted), toolPin(reported), engine);
  if (found.length === 0)
    return [{ kind: 'other', weight: 'notable', where: 'definition', text: 'it is written differently' }];
  return [...found].sort((left, right) => weights.indexOf(left.weight) - weights.indexOf(right.weight));
}

const toolPin = ({ tool, digest, definition }: Pin) => ({ name: tool, digest, canonical: definition });

const order = (left: string, right: string): number => (left < right ? -1 : left > right ? 1 : 0);
