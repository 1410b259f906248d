// Defines errors that the user or the machine causes. They are printed in one line, without a stack trace, because they
// are not bugs.

export class UserError extends Error {}

/** An error in the command line or in a file that it names. The command did not change anything. */
export class UsageError extends UserError {}
