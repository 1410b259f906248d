// Parses `HOST:PORT`. An IPv6 address is written in brackets.

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

/** Returns the address; undefined if the text is invalid. */
export function parseListen(text: string): ListenAddress | undefined {
  const [, host, digits] = /^(\[[0-9a-f:.]+\]|[^:\s[\]]+):(\d{1,5})$/i.exec(text) ?? [];
  if (host === undefined || Number(digits) > 65_535) return undefined;
  return { host: host.replace(/^\[|\]$/g, ''), port: Number(digits) };
}
