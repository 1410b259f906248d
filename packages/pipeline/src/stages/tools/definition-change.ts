// How much a changed definition matters, and what the policy wants done about it.

import { compareTools, type Engine, inspectTool, type ToolPin } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import type { Pin } from '../../ports.js';

const toPin = ({ tool, digest, definition }: Pin): ToolPin => ({ name: tool, digest, canonical: definition });

/** Compares the accepted definition with the one that is offered now; dangerous changes come first in the text. */
export function describeChange(
  accepted: Pin,
  offered: Pin,
  engine: Engine,
): { readonly isDangerous: boolean; readonly text: string } {
  const changes = compareTools(toPin(accepted), toPin(offered), engine);
  const dangerous = changes.filter(({ weight }) => weight === 'dangerous');
  const others = changes.filter(({ weight }) => weight !== 'dangerous');
  const texts = [...dangerous, ...others].map(({ text }) => text);
  return { isDangerous: dangerous.length > 0, text: texts.join('; ') || 'its definition differs' };
}

/** True when a definition, read as data, contains instructions to the model. */
export const containsInstructions = (definition: unknown, engine: Engine): boolean =>
  inspectTool(definition, engine).some(({ kind }) => kind === 'injection');

/** What happens with calls of a changed tool; undefined when they pass. */
export function actionOnChange(
  { pin, dangerous_change: dangerous }: Settings['tools'],
  isDangerous: boolean,
): 'prompt' | 'block' | undefined {
  if (pin === 'prompt' || pin === 'block') return pin;
  return pin === 'warn' && isDangerous && dangerous !== 'warn' ? dangerous : undefined;
}
