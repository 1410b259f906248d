// Starts a firewall that accepts connections immediately. The pipeline is loaded and built while the server
// starts; messages wait until it is ready.

import { killFile } from '../files/paths.js';
import { engageOnSignal, watchKillSwitch } from '../state/kill-switch.js';
import type { Firewall, FirewallRequest } from './compose.js';
import { deferInspector } from './deferred-inspector.js';
import { currentWireSettings } from './message-limits.js';

/** A firewall that may still be starting. */
export interface StartedFirewall extends Firewall {
  /** Resolves when the firewall is ready; rejects when it cannot start. */
  readonly ready: Promise<unknown>;
}

export function startFirewall(request: Omit<FirewallRequest, 'killSwitch'>): StartedFirewall {
  const { settings } = request.loaded.policy;
  // The kill switch is watched even if the policy does not configure it, because a reload may change its file.
  const killSwitch = watchKillSwitch(settings.kill_switch.file ?? killFile(process.env));
  // The signal handlers are installed before the server starts: without them, a signal would end this process and leave
  // the server running.
  engageOnSignal(killSwitch);
  const wire = { current: currentWireSettings(() => settings) };
  let composed: Firewall | undefined;
  const ready = import('./compose.js').then(async ({ composeFirewall }) => {
    const firewall = await composeFirewall({ ...request, killSwitch });
    wire.current = firewall.wire;
    composed = firewall;
    return firewall;
  });
  ready.catch(() => {});
  return {
    ready,
    // Over HTTP a connection may consist of a single call, so it is not deferred once the firewall is ready.
    connect: (caller) =>
      composed?.connect(caller) ?? deferInspector(ready.then(({ connect }) => connect(caller))),
    wire: {
      get limits() {
        return wire.current.limits;
      },
      get strict() {
        return wire.current.strict;
      },
      get unmatched() {
        return wire.current.unmatched;
      },
      get nonJson() {
        return wire.current.nonJson;
      },
    },
    listeners: {
      denyReason: (listener) =>
        composed === undefined ? 'the firewall is still starting' : composed.listeners.denyReason(listener),
      onChange: (act) => void ready.then(({ listeners }) => listeners.onChange(act)).catch(() => {}),
    },
    refused: (diagnostic) =>
      composed === undefined
        ? void ready.then((firewall) => firewall.refused(diagnostic)).catch(() => {})
        : composed.refused(diagnostic),
    close: () => ready.then((firewall) => firewall.close()).finally(() => killSwitch.close()),
  };
}
