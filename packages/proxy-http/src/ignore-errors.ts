// Wraps a diagnostics callback, because a callback that throws must not break a connection.

import type { MessageDiagnostic } from '@claw/jsonrpc-stream';

export type OnDiagnostic = (diagnostic: MessageDiagnostic) => void;

export const ignoreErrors =
  (listener: OnDiagnostic | undefined): OnDiagnostic =>
  (diagnostic) => {
    try {
      listener?.(diagnostic);
    } catch {
      // The error is ignored, because there is no other place to report it.
    }
  };
