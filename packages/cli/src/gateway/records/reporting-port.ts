// Wraps a part of the store and reports its failures immediately. If the operator allows calls without the store, a
// failed operation returns a default result that does not cause the call to be denied.

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
  const reporting = (name: keyof Port, method: (...values: unknown[]) => unknown) => {
    const onFailure = failed(name);
    return (...values: unknown[]) => {
      // If the store is known to be unavailable, calls do not wait for it.
      if (health.isLost && health.allowsCalls) return instead[name];
      try {
        const result = method.apply(port, values);
        return result instanceof Promise ? result.catch(onFailure) : result;
      } catch (error) {
        return onFailure(error);
      }
    };
  };
  const methods = new Map<PropertyKey, unknown>();
  return new Proxy(port, {
    get(target, name) {
      const known = methods.get(name);
      if (known !== undefined) return known;
      const member = target[name as keyof Port];
      if (typeof member !== 'function') return member;
      const method = reporting(name as keyof Port, member as (...values: unknown[]) => unknown);
      methods.set(name, method);
      return method;
    },
  });
}
