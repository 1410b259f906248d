// The reasons for which earlier connections withheld a tool, found in its accepted and its last listed definition.

import type { Engine } from '@claw/detectors';
import type { Awaitable } from '@claw/jsonrpc-stream';
import type { Settings } from '@claw/policy';
import { whenReady } from '../../awaitable.js';
import type { Pin } from '../../ports.js';
import type { WithholdReason } from '../../tool-registry.js';
import type { Context } from '../../types.js';
import { actionOnChange, containsInstructions, describeChange } from './definition-change.js';

/** True if this connection has not seen the current definition; the results of other connections then apply. */
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
 * The reasons why earlier connections withheld the tool: a client may keep its list for longer than a proxy
 * runs, and never request it again.
 */
export function findEarlierReasons(
  tool: string,
  settings: Settings['tools'],
  engine: () => Engine,
  context: Context,
): Awaitable<readonly WithholdReason[]> {
  const { pins, peers } = context;
  // With a synchronous store, the call is decided together with the other messages of its chunk.
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
