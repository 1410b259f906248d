// Reads the texts of an ordinary day: a project in one file, and recorded conversations.

export interface Exchange {
  readonly params: { readonly name: string; readonly arguments: object };
  readonly result: object;
}

export interface Dialogue {
  readonly tools: readonly object[];
  readonly exchanges: readonly Exchange[];
}

/** Returns the path and the text of each file. */
export const readProject = (text: string): readonly (readonly [path: string, text: string])[] =>
  text
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return [part.slice(0, end), part.slice(end + 1)] as const;
    });

export function readDialogue(text: string): Dialogue {
  const tools = [...text.matchAll(/^tool (\w+) \{(.*?)\} (.*)$/gm)].map(
    ([, name, names = '', description]) => {
      const properties = Object.fromEntries(
        [...names.matchAll(/"(\w+)"/g)].map(([, one]) => [one, { title: one }]),
      );
      return { name, description, inputSchema: { type: 'object', properties } };
    },
  );
  const exchanges = text
    .split(/^(?=>!? \w+ \{)/m)
    .slice(1)
    .map((part) => {
      const [, failed, name = '', input = '{}'] = /^>(!?) (\w+) (\{.*\})$/m.exec(part) ?? [];
      const body = part.slice(part.indexOf('\n') + 1).replace(/\n$/, '');
      const params = { name, arguments: JSON.parse(input) };
      return { params, result: { content: [contentOf(body)], ...(failed === '!' && { isError: true }) } };
    });
  return { tools, exchanges };
}

const contentOf = (body: string): object =>
  body === '@image'
    ? { type: 'image', data: picture(), mimeType: 'image/png' }
    : { type: 'text', text: body };

/** Returns bytes that are similar to those of an image. */
function picture(): string {
  const noise = Uint8Array.from({ length: 60_000 }, (_, at) => (at * at * 31 + at * 7 + (at >> 3)) % 251);
  return Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), noise]).toString('base64');
}
