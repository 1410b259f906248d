// An error caused by the user or the machine and not by a bug: printed in one line, without a stack trace.

export class UserError extends Error {}

/** An error in the command line or in a file that it names: nothing was tried. */
export class UsageError extends UserError {}
