// Stores a value and notifies components of changes.

import { useEffect, useState } from 'preact/hooks';

export interface Store<Value> {
  get(): Value;
  set(value: Value): void;
  subscribe(act: () => void): () => void;
}

export function createStore<Value>(initial: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      if (Object.is(next, value)) return;
      value = next;
      for (const act of [...listeners]) act();
    },
    subscribe(act) {
      listeners.add(act);
      return () => listeners.delete(act);
    },
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  const [value, setValue] = useState(store.get);
  useEffect(() => {
    const read = () => setValue(store.get);
    read();
    return store.subscribe(read);
  }, [store]);
  return value;
}
