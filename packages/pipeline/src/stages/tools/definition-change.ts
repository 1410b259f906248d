// Describes how the definition of a tool has changed, rates the change, and returns the action that the policy sets
// for it.

import { compareTools, type Engine, inspectTool, type ToolPin } from '@claw/detectors';
import type { Settings } from '@claw/policy';
import type { Pin } from '../../ports.js';

const toPin = ({ tool, digest, definition }: Pin): ToolPin => ({ name: tool, digest, canonical: definition });

/** Compares the accepted definition with the current one. The description begins with the dangerous changes. */
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

/** Returns true if a tool definition contains instructions to the model. */
export const containsInstructions = (definition: unknown, engine: Engine): boolean =>
  inspectTool(definition, engine).some(({ kind }) => kind === 'injection');

/** Returns the action for calls of a changed tool, or undefined if they are forwarded. */
export function actionOnChange(
  { pin, dangerous_change: dangerous }: Settings['tools'],
  isDangerous: boolean,
): 'prompt' | 'block' | undefined {
  if (pin === 'prompt' || pin === 'block') return pin;
  return pin === 'warn' && isDangerous && dangerous !== 'warn' ? dangerous : undefined;
}
