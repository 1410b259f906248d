// Defines lines that two parsers could interpret differently, or that exceed a limit. Each line tries to write a file,
// so if the file exists, a line has reached the server.

const mebibyte = 1024 * 1024;

const writeFile = (id, path, { extra = '', content = 'x' } = {}) =>
  `{"jsonrpc":"2.0","id":"${id}","method":"tools/call","params":{"name":"write_file",${extra}"arguments":{"path":${JSON.stringify(path)},"content":"${content}"}}}`;

/** Returns the lines. `path` is the file that must not be written. */
export const hostileLines = (path) => [
  {
    name: 'a duplicate key',
    why: 'parsers disagree on which one counts',
    line: Buffer.from(`${writeFile('twice', path, { extra: '"name":"read_text_file",' })}\n`),
    code: -32600,
  },
  {
    name: 'an array inside a batch',
    why: 'some servers run nested calls',
    line: Buffer.from(`[${writeFile('outer', path)},[${writeFile('inner', path)}]]\n`),
    code: -32600,
  },
  {
    name: 'bytes that are not UTF-8',
    why: 'parsers disagree on the text',
    line: Buffer.from(`${writeFile('bytes', path, { content: '\u00ff\u00fe' })}\n`, 'latin1'),
    code: -32700,
  },
  {
    name: 'a line of 12 MiB',
    why: 'the limit is 10 MiB',
    line: Buffer.from(`${writeFile('large', path, { content: 'x'.repeat(12 * mebibyte) })}\n`),
    code: -32600,
  },
];

/** Returns the error code of a rejected message or a rejected batch. */
export const refusalCode = (answer) =>
  (Array.isArray(answer) ? answer : [answer]).find(({ error }) => error)?.error.code;
