// The message about a port that another program uses, the same in all commands that listen.

/** `option` is the option that chooses the port. */
export const portInUse = (port: number, option: string): string =>
  `Port ${port} is in use. Choose another one with \`${option}\`.`;
