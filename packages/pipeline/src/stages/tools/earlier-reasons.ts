// Finds the reasons for which earlier connections withheld a tool, from its accepted and its last listed definition.

import type { Engine } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import type { Pin } from '../../ports.js';
import type { WithholdReason } from '../../tool-registry.js';
import type { Context } from '../../types.js';
import { actionOnChange, containsInstructions, describeChange } from './definition-change.js';

/**
 * Returns true if this connection has not seen the current definition of a tool. The results of earlier connections
 * then apply.
 */
export const dependsOnOthers = (
  tool: string,
  { pin, dangerous_change, poisoning }: Settings['tools'],
  { tools, pins }: Context,
): boolean =>
  pins !== undefined &&
  (isEnforced(pin) || (pin === 'warn' && isEnforced(dangerous_change)) || isEnforced(poisoning)) &&
  (tools.digest(tool) === undefined || tools.isStale);

const isEnforced = (action: string): boolean => action === 'prompt' || action === 'block';

/**
 * Returns the reasons for which earlier connections withheld the tool. A client may keep its list of tools after a
 * proxy ends, and never request the list again.
 */
export function findEarlierReasons(
  tool: string,
  settings: Settings['tools'],
  engine: () => Engine,
  context: Context,
): Awaitable<readonly WithholdReason[]> {
  const { pins, peers } = context;
  // If the store is synchronous, the call is decided in the same event-loop iteration as the other messages of its
  // chunk.
  return whenReady(pins?.get(peers.server, tool), (pinned) => {
    if (pinned === undefined) return [];
    return whenReady(pins?.openChange(peers.server, tool), (offered) =>
      reasonsOf(tool, { pinned, offered }, settings, engine, context),
    );
  });
}

function reasonsOf(
  tool: string,
  { pinned, offered }: { readonly pinned: Pin; readonly offered: Pin | undefined },
  settings: Settings['tools'],
  engine: () => Engine,
  { tools }: Context,
): readonly WithholdReason[] {
  tools.assumeDigest(tool, (offered ?? pinned).digest);
  const reasons: WithholdReason[] = [];
  if (offered !== undefined && settings.pin !== 'off') {
    const { isDangerous } = describeChange(pinned, offered, engine());
    const action = actionOnChange(settings, isDangerous);
    if (action !== undefined) reasons.push({ rule: 'tools.pin', reason: EARLIER_CHANGE, action });
  }
  const { poisoning } = settings;
  if ((poisoning === 'prompt' || poisoning === 'block') && isUntrusted(pinned, engine))
    reasons.push({ rule: 'tools.poisoning', reason: EARLIER_INSTRUCTIONS, action: poisoning });
  return reasons;
}

const isUntrusted = ({ standing, definition }: Pin, engine: () => Engine): boolean =>
  standing === 'new' && containsInstructions(JSON.parse(definition), engine());

const EARLIER_CHANGE =
  'an earlier `tools/list` showed that the definition of the tool changed after it was accepted';
const EARLIER_INSTRUCTIONS =
  'an earlier `tools/list` showed that the description of the tool contains instructions to the model';
