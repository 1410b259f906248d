// Loads the sandbox for the functions of `lambda` guards. This happens only for policies and proxies with such guards.

import { join } from 'node:path';
import type { Sandbox, SandboxFunction } from '@claw/pipeline';

/** The maximum number of functions that stay loaded; other functions are loaded again when they are called. */
const MAX_FUNCTIONS = 1000;

let loading: Promise<Sandbox> | undefined;

/** Returns the sandbox of the process. Reloads and proxies share functions with the same code and the same limits. */
export function loadSandbox(): Promise<Sandbox> {
  loading ??= import('@claw/sandbox').then(({ createSandbox }) =>
    shareFunctions(createSandbox({ workerFile: join(__dirname, 'sandbox-worker.cjs') })),
  );
  return loading;
}

type Closable = SandboxFunction & { close(): Promise<void> };

function shareFunctions(sandbox: {
  load(code: string, limits: Parameters<Sandbox['load']>[1]): Promise<Closable>;
}): Sandbox {
  const functions = new Map<string, Promise<Closable>>();
  return {
    async load(code, limits) {
      const key = JSON.stringify([code, limits.timeoutMs, limits.memoryMb]);
      const known = functions.get(key) ?? sandbox.load(code, limits);
      functions.delete(key);
      functions.set(key, known);
      known.catch(() => functions.delete(key));
      for (const [oldest, one] of functions) {
        if (functions.size <= MAX_FUNCTIONS) break;
        functions.delete(oldest);
        void one.then((loaded) => loaded.close()).catch(() => {});
      }
      return known;
    },
  };
}
