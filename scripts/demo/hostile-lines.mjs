// Lines that two parsers could read in two ways, or that are meant to hurt. Each tries to write a file; if one of them
// reached the server, the file would be there.

const megabyte = 1024 * 1024;

const writeFile = (id, path, { extra = '', content = 'x' } = {}) =>
  `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"write_file",${extra}"arguments":{"path":${JSON.stringify(path)},"content":"${content}"}}}`;

/** One list of lines for one path that must never come to be. */
export const hostileLines = (path) => [
  {
    name: 'the same key twice',
    why: 'one parser takes the first tool, another the last',
    line: Buffer.from(`${writeFile('twice', path, { extra: '"name":"read_text_file",' })}\n`),
    code: -32600,
  },
  {
    name: 'an array inside a batch',
    why: 'a call hides where nobody looks',
    line: Buffer.from(`[${writeFile('outer', path)},[${writeFile('inner', path)}]]\n`),
    code: -32600,
  },
  {
    name: 'bytes that are not UTF-8',
    why: 'what is judged would differ from what is run',
    line: Buffer.from(`${writeFile('bytes', path, { content: '\u00ff\u00fe' })}\n`, 'latin1'),
    code: -32700,
  },
  {
    name: 'a line of 12 MB',
    why: 'memory is bounded',
    line: Buffer.from(`${writeFile('large', path, { content: 'x'.repeat(12 * megabyte) })}\n`),
    code: -32600,
  },
];

/** The code of a refusal, also of a refused batch. */
export const refusalCode = (answer) =>
  (Array.isArray(answer) ? answer : [answer]).find(({ error }) => error)?.error.code;
