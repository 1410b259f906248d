// Loads data from the API for a component when the path changes or on request. While new data is loading, older data
// is shown.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { request } from './client.js';

export interface Fetched<Value> {
  readonly data: Value | undefined;
  readonly error: string | undefined;
  reload(): void;
}

/** Loads the data at a path, and loads it again when `version` changes. Without a path, nothing is loaded. */
export function useFetch<Value>(path: string | undefined, version: unknown = 0): Fetched<Value> {
  const [state, setState] = useState<{ path?: string; data?: Value; error?: string }>({});
  const [count, setCount] = useState(0);
  const reload = useCallback(() => setCount((last) => last + 1), []);
  const current = useRef(path);
  current.current = path;
  useEffect(() => {
    if (path === undefined) return undefined;
    const over = new AbortController();
    request<Value>('GET', path, undefined, over.signal).then(
      (data) => setState({ path, data }),
      (error: Error) => {
        if (!over.signal.aborted) setState((last) => ({ ...last, path, error: error.message }));
      },
    );
    return () => over.abort();
  }, [path, count, version]);
  // The data from the previous path must not be shown for the new path.
  const isCurrent = state.path === path;
  return { data: isCurrent ? state.data : undefined, error: isCurrent ? state.error : undefined, reload };
}

/** Calls a function at an interval while the page is visible. */
export function useInterval(act: () => void, milliseconds: number): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    const timer = setInterval(() => {
      if (!document.hidden) latest.current();
    }, milliseconds);
    return () => clearInterval(timer);
  }, [milliseconds]);
}
