// A part of the store whose failures are noticed at once. Where the operator lets calls pass without the store, a failed operation
// gives a result that stops nothing.

import type { StoreHealth } from './store-health.js';

/** The port, with failures reported. `instead`: results of failed operations while calls are let through; undefined by default. */
export function reportingPort<Port extends object>(
  port: Port,
  health: StoreHealth,
  instead: Partial<Record<keyof Port, unknown>> = {},
): Port {
  const failed = (name: keyof Port) => (error: unknown) => {
    health.noteFailure();
    if (health.allowsCalls) return instead[name];
    throw error;
  };
  return new Proxy(port, {
    get(target, property) {
      const name = property as keyof Port;
      const method = target[name];
      if (typeof method !== 'function') return method;
      return (...values: unknown[]) => {
        // No call waits for a store that is known to be lost.
        if (health.isLost && health.allowsCalls) return instead[name];
        try {
          const result = method.apply(target, values) as unknown;
          return result instanceof Promise ? result.catch(failed(name)) : result;
        } catch (error) {
          return failed(name)(error);
        }
      };
    },
  });
}
