// Generates typical calls and responses of agents: ten tools, no two equal calls, and responses of 0.05 to 2 kB.

import { createRandom } from './random.mjs';
import { createTexts } from './texts.mjs';

const LARGEST = 2000;

/** Returns the lines of `count` calls and the results of the server. Call number n has the id n + 1. */
export function createTraffic(seed, count) {
  const random = createRandom(seed);
  const texts = createTexts(random);
  const tools = createTools(random, texts);
  const answers = [texts.prose, texts.code, texts.json, texts.logs];
  const calls = [];
  const results = [];
  for (let id = 1; id <= count; id++) {
    const [name, args] = random.pick(tools)();
    calls.push(
      `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } })}\n`,
    );
    const text = random.pick(answers)(LARGEST);
    const structured = random.chance(0.15) && {
      structuredContent: { summary: text.slice(0, 150), count: id },
    };
    results.push(JSON.stringify({ content: [{ type: 'text', text }], ...structured }));
  }
  return { calls, results };
}

function createTools({ below, between, pick }, { word, prose, code }) {
  const path = () => `/srv/${pick(['shop', 'api', 'docs', 'app'])}/${word()}/${word()}`;
  const list = (most, make) => Array.from({ length: between(1, most) }, make);
  const command = () =>
    pick([
      `git -C ${path()} log --oneline -${below(40)}`,
      `npm test -- --grep ${word()} --retries ${below(5)}`,
      `rg -n "${word()}" ${path()} | sort | head -${below(80)}`,
    ]);
  return [
    () => ['read_text_file', { path: `${path()}.${pick(['ts', 'md', 'rs', 'json'])}` }],
    () => [
      'edit_file',
      { path: `${path()}.ts`, edits: list(2, () => ({ oldText: code(200), newText: code(300) })) },
    ],
    () => ['list_directory', { path: path(), depth: below(4), ignore: list(3, word) }],
    () => ['execute', { command: command(), timeout_ms: below(60_000) }],
    () => ['sql', { statement: `update ${word()} set ${word()} = ${below(900)} where id = ${below(1e6)}` }],
    () => ['fetch', { url: `https://docs.example.com/${word()}/${word()}?q=${word()}&page=${below(90)}` }],
    () => ['add_comment', { owner: word(), repo: word(), issue: below(9999), body: prose(900) }],
    () => ['remember', { facts: list(3, () => ({ subject: word(), text: prose(200) })) }],
    () => ['search', { query: `${word()} ${word()} ${word()}`, limit: below(50), fields: list(3, word) }],
    () => ['think', { thought: prose(600), step: below(12), done: false }],
  ];
}
