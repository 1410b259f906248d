// Creates the message about a port that another program uses, for all commands that listen.

/** Returns the message; `option` is the option that chooses the port. */
export const portInUse = (port: number, option: string): string =>
  `Port ${port} is in use. Choose another one with \`${option}\`.`;
