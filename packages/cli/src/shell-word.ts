// Words as a shell takes them, for the commands that we propose and the scripts that we print.

/** In single quotes, whatever it holds. */
export const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** In quotes only where they are needed. */
export const shellWord = (text: string): string => (/^[\w@%+=:,./-]+$/.test(text) ? text : quoted(text));
