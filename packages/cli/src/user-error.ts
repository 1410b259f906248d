// What is wrong with the machine or the call, and not with this program: told in one line, without a trace.

export class UserError extends Error {}
