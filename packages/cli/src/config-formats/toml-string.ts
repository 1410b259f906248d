// Formats TOML strings. It is separate from the TOML parser, which takes long to load.

/** Formats a basic string. TOML uses the escapes of JSON and also requires DEL to be escaped. */
export const quoteToml = (text: string): string => JSON.stringify(text).replaceAll('\u007f', '\\u007f');
