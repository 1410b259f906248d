// The server at the end of every measured pipe. It responds immediately and does as little as possible.
//
//   initialize                       the handshake, with the process id in `_meta`
//   tools/call {arguments: {text}}   returns the text
//   tools/call {arguments: {size}}   a text of that many bytes

import { splitLines } from './split-lines.mjs';

const words = 'a small boat drifts past the mill while two herons watch the slow brown water ';
const texts = new Map();

/** Creates ordinary prose, once for each size. */
function prose(size) {
  if (!texts.has(size)) texts.set(size, words.repeat(Math.ceil(size / words.length)).slice(0, size));
  return texts.get(size);
}

function resultOf({ method, params }) {
  if (method === 'tools/call') {
    const { text, size } = params.arguments;
    return { content: [{ type: 'text', text: text ?? prose(size) }] };
  }
  if (method !== 'initialize') return {};
  return {
    protocolVersion: params.protocolVersion,
    capabilities: { tools: {} },
    serverInfo: { name: 'bench-echo', version: '1.0.0' },
    _meta: { pid: process.pid },
  };
}

let answers = '';
const push = splitLines((line) => {
  const message = JSON.parse(line.toString());
  if (message.id === undefined) return;
  answers += `${JSON.stringify({ jsonrpc: '2.0', id: message.id, result: resultOf(message) })}\n`;
});

process.stdin.on('data', (chunk) => {
  push(chunk);
  if (answers !== '') process.stdout.write(answers);
  answers = '';
});
process.stdin.on('end', () => process.exit(0));
