// The reason why a function returned no result.

/** `invalid`: the code cannot be used. `failed`: it threw. `timeout`, `memory`, `size`: a limit. `busy`, `closed`: not run at all. */
export type SandboxErrorCode = 'invalid' | 'failed' | 'timeout' | 'memory' | 'size' | 'busy' | 'closed';

export class SandboxError extends Error {
  override readonly name = 'SandboxError';
  readonly code: SandboxErrorCode;

  constructor(code: SandboxErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

export const ENDLESS_CODE = 'the code does not end when it is loaded';
