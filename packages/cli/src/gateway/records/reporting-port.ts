// Wraps a part of the store and reports its failures immediately. If the operator allows calls without the store, a
// failed operation returns a default result with which the call is not denied.

import type { StoreHealth } from './store-health.js';

/**
 * Returns the port with failure reports. `instead` contains the results of failed operations while calls are allowed;
 * the default result is undefined.
 */
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
        // If the store is known to be unavailable, calls do not wait for it.
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
