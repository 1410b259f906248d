// A firewall from the first moment on, put together while the server starts. Most of what judges is loaded and built in the
// meantime; until then messages wait.

import { engageOnSignal, watchKillSwitch } from '../kill-switch.js';
import { killFile } from '../places.js';
import type { Firewall, FirewallRequest } from './compose.js';
import { judgeLater } from './judge-later.js';
import { liveWire } from './live-wire.js';

/** A firewall that may still be in the making. */
export interface StartedFirewall extends Firewall {
  /** Resolves when it judges; rejects when it never will. */
  readonly ready: Promise<unknown>;
}

export function startFirewall(request: Omit<FirewallRequest, 'killSwitch'>): StartedFirewall {
  const { settings } = request.usable.policy;
  // Watched in any case: a reload may switch it on, or elsewhere.
  const killSwitch = watchKillSwitch(settings.kill_switch.file ?? killFile(process.env));
  // Now, not later: without a listener these signals would end us and leave the server alone.
  engageOnSignal(killSwitch);
  const wire = { inForce: liveWire(() => settings) };
  let composed: Firewall | undefined;
  const ready = import('./compose.js').then(async ({ composeFirewall }) => {
    const firewall = await composeFirewall({ ...request, killSwitch });
    wire.inForce = firewall.wire;
    composed = firewall;
    return firewall;
  });
  ready.catch(() => {});
  return {
    ready,
    // Over HTTP a connection may be a single call: nothing of it has to wait when nothing is missing.
    connect: (caller) =>
      composed?.connect(caller) ?? judgeLater(ready.then(({ connect }) => connect(caller))),
    wire: {
      get limits() {
        return wire.inForce.limits;
      },
      get strict() {
        return wire.inForce.strict;
      },
      get unmatched() {
        return wire.inForce.unmatched;
      },
      get nonJson() {
        return wire.inForce.nonJson;
      },
    },
    listeners: {
      refuse: (listener) =>
        composed === undefined ? 'nobody can judge yet' : composed.listeners.refuse(listener),
      onChange: (act) => void ready.then(({ listeners }) => listeners.onChange(act)).catch(() => {}),
    },
    refused: (incident) =>
      composed === undefined
        ? void ready.then((firewall) => firewall.refused(incident)).catch(() => {})
        : composed.refused(incident),
    close: () => ready.then((firewall) => firewall.close()).finally(() => killSwitch.close()),
  };
}
