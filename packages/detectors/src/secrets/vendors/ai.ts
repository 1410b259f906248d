// Lists key formats of AI model vendors and related tools.

import type { PatternDetector } from '../../detector.js';
import { alnum, hex, letters, lower, oneOf, raw, upper, uuid, word } from './key-format.js';
import { key } from './vendor-key.js';

const more = Number.POSITIVE_INFINITY;

export const aiKeys: readonly PatternDetector[] = [
  key(
    'openai-key',
    [
      raw(
        'sk-(?:(?:proj|svcacct|admin|None)-)?[A-Za-z0-9_-]{20,100}T3BlbkFJ[A-Za-z0-9_-]{20,}',
        `sk-proj-${'q8Zr2LmT0x'.repeat(2)}T3BlbkFJ${'W5vB9nC4kJ'.repeat(2)}`,
        ['t3blbkfj'],
      ),
    ],
    { severity: 'critical' },
  ),
  key('openai-key-long', [oneOf('sk-proj-', 'sk-svcacct-', 'sk-admin-'), word(80, more)]),
  key('openai-key-plain', ['sk-', alnum(40, 64)], {
    accept: (text) => /[0-9]/.test(text) && /[A-Z]/.test(text) && /[a-z]/.test(text.slice(3)),
  }),
  key(
    'anthropic-key',
    [
      oneOf('sk-ant-api03-', 'sk-ant-admin01-', 'sk-ant-oat01-', 'sk-ant-ort01-', 'sk-ant-sid01-'),
      word(80, more),
    ],
    { severity: 'critical' },
  ),
  key('openrouter-key', ['sk-or-v1-', hex(64)]),
  key('deepseek-key', ['sk-', hex(32)], { literals: ['sk-'] }),
  key('xai-key', ['xai-', alnum(70, 90)]),
  key('groq-key', ['gsk_', alnum(48, 56)]),
  key('perplexity-key', ['pplx-', alnum(48)]),
  key('huggingface-token', ['hf_', letters(34)]),
  key('huggingface-organisation-token', ['api_org_', letters(34)]),
  key('replicate-token', ['r8_', alnum(37)]),
  key('fireworks-key', ['fw_', alnum(22, 28)], {
    accept: (text) => /[0-9]/.test(text) && /[A-Z]/.test(text),
  }),
  key('together-key', ['tgp_v1_', word(40, more)]),
  key('nvidia-key', ['nvapi-', word(60, 70)]),
  key('cerebras-key', ['csk-', lower(48)]),
  key('voyage-key', ['pa-', word(43)], {
    hit: ['VOYAGE_API_KEY=pa-Ky932RxBsbmUE53CnnC6yIeBHHVOwBpzU2qgijLkjbu'],
    literals: ['"pa-', "'pa-", '=pa-', ' pa-', ':pa-'],
    literalOffset: -1,
    accept: (text) => /[0-9]/.test(text) && /[A-Z]/.test(text) && !text.includes('--'),
  }),
  key('langsmith-key', [oneOf('lsv2_pt_', 'lsv2_sk_'), hex(32), '_', hex(10)]),
  key('langsmith-key-old', ['ls__', hex(32)]),
  key('langfuse-key', [oneOf('sk-lf-', 'pk-lf-'), uuid]),
  key('pinecone-key', ['pcsk_', raw('[A-Za-z0-9_]{50,}', 'q8Zr2LmT0xW5'.repeat(5))]),
  key('tavily-key', ['tvly-', raw('(?:dev-|prod-)?[A-Za-z0-9]{32}', 'q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU')]),
  key('firecrawl-key', ['fc-', hex(32)], { literals: ['fc-'] }),
  key('jina-key', ['jina_', raw('[A-Za-z0-9_]{60,70}', 'q8Zr2LmT0xW5'.repeat(5))]),
  key('elevenlabs-key', ['sk_', hex(48)], { literals: ['sk_'] }),
  key('brave-search-key', ['BSA', word(28)], {
    literals: ['bsa'],
    accept: (text) => /[0-9]/.test(text) && /[a-z]/.test(text) && /[A-Z]/.test(text.slice(3)),
  }),
  key('e2b-key', ['e2b_', hex(40)]),
  key('runpod-key', ['rpa_', upper(40, 48)]),
  key('wandb-key', ['wandb_v1_', word(40, more)]),
  key('apify-token', ['apify_api_', alnum(34, 40)]),
  key('browserbase-key', [oneOf('bb_live_', 'bb_test_'), word(27, more)]),
  key('context7-key', ['ctx7sk-', uuid]),
  key('helicone-key', ['sk-helicone-', lower(7), '-', lower(7), '-', lower(7), '-', lower(7)]),
  key('cursor-key', ['key_', hex(64)]),
  key('moonshot-key', ['sk-', alnum(48)], {
    literals: ['moonshot', 'kimi'],
    hit: [`MOONSHOT_API_KEY=sk-${'q8Zr2LmT0xW5'.repeat(4)}`],
  }),
  key('dashscope-key', ['sk-', raw('[a-f0-9]{32}', '4c9e1b7a52d84f039a6e0d81c3b5e72f')], {
    literals: ['dashscope', 'qwen'],
    hit: ['DASHSCOPE_API_KEY=sk-4c9e1b7a52d84f039a6e0d81c3b5e72f'],
  }),
  key('zhipu-key', [hex(32), '.', alnum(16)], {
    literals: ['zhipu', 'bigmodel', 'glm'],
    hit: ['ZHIPU_API_KEY=4c9e1b7a52d84f039a6e0d81c3b5e72f.q8Zr2LmT0xW5vB9n'],
  }),
  key('baseten-key', [alnum(8), '.', alnum(32)], {
    literals: ['baseten'],
    hit: ['BASETEN_API_KEY=q8Zr2LmT.q8Zr2LmT0xW5vB9nC4kJ7hG1fD3sA6eU'],
  }),
  key('modal-token', [oneOf('ak-', 'as-'), alnum(22)], {
    literals: ['modal'],
    hit: ['modal token set --token-id ak-q8Zr2LmT0xW5vB9nC4kJ7h'],
  }),
  key(
    'private-ai-key',
    [
      raw(
        'private[_-]?ai[A-Za-z0-9_ .-]{0,20}[\\s\'"]{0,3}[:=,>|?]{1,4}[\\s\'"`=]{0,5}[a-z0-9]{32}',
        'PRIVATE_AI_KEY=q8zr2lmt0xw5vb9nc4kj7hg1fd3sa6eu',
        ['privateai', 'private_ai', 'private-ai'],
      ),
    ],
    { flags: 'gi' },
  ),
  key('smithery-key', ['smithery_', alnum(30, more)]),
  key('unstructured-key', ['unst_', alnum(30, more)]),
];
