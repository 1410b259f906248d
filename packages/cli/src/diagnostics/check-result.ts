// The result of a check of the installation.

import { writableByOthers } from '../files/writable-by-others.js';
import { shellQuote } from '../terminal/shell-quote.js';

/** The result of a check. */
export interface CheckResult {
  readonly check: string;
  readonly ok: boolean;
  readonly message: string;
  /** The command or step that fixes the problem. */
  readonly fix?: string;
}

export const good = (check: string, message: string): CheckResult => ({ check, ok: true, message });
export const bad = (check: string, message: string, fix: string): CheckResult => ({
  check,
  ok: false,
  message,
  fix,
});

export const checkModes = (check: string, paths: readonly string[]): CheckResult[] =>
  writableByOthers(paths).map((path) =>
    bad(check, `other users can change \`${path}\``, `chmod go-w ${shellQuote(path)}`),
  );
