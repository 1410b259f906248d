// Starts a firewall that accepts connections immediately. The pipeline is loaded and built while the server
// starts; messages wait until it is ready.

import type { WireSettings } from '@claw/jsonrpc-stream';
import { killFile } from '../files/paths.js';
import { engageOnSignal, watchKillSwitch } from '../state/kill-switch.js';
import type { Firewall, FirewallRequest } from './compose.js';
import { deferInspector } from './deferred-inspector.js';
import { currentWireSettings } from './wire-settings.js';

/** A firewall that may still be starting. */
export interface StartedFirewall extends Omit<Firewall, 'settings'> {
  readonly wire: WireSettings;
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
  let composed: Firewall | undefined;
  const ready = import('./compose.js').then(async ({ composeFirewall }) => {
    const firewall = await composeFirewall({ ...request, killSwitch });
    composed = firewall;
    return firewall;
  });
  ready.catch(() => {});
  return {
    ready,
    // Over HTTP a connection may consist of a single call, so it is not deferred once the firewall is ready.
    connect: (caller) =>
      composed?.connect(caller) ?? deferInspector(ready.then(({ connect }) => connect(caller))),
    wire: currentWireSettings(() => composed?.settings() ?? settings),
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
