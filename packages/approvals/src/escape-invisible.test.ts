import { expect, test } from 'vitest';
import { escapeInvisible } from './escape-invisible.js';

const cases = [
  {
    name: 'plain text is unchanged',
    text: 'rm -rf ~/x — ünïcode 日本 🙂',
    shown: 'rm -rf ~/x — ünïcode 日本 🙂',
  },
  { name: 'text in reverse order', text: 'a\u202etxt.exe', shown: 'a⟨U+202E⟩txt.exe' },
  { name: 'text between isolates', text: '\u2066x\u2069', shown: '⟨U+2066⟩x⟨U+2069⟩' },
  {
    name: 'characters without width',
    text: 'a\u200bb\u00adc\u2060d\ufeff',
    shown: 'a⟨U+200B⟩b⟨U+00AD⟩c⟨U+2060⟩d⟨U+FEFF⟩',
  },
  { name: 'letters without a glyph', text: '\u3164\u115f', shown: '⟨U+3164⟩⟨U+115F⟩' },
  { name: 'tags', text: '\u{e0041}', shown: '⟨U+E0041⟩' },
  { name: 'variation selectors', text: 'a\ufe0f\u{e0100}', shown: 'a⟨U+FE0F⟩⟨U+E0100⟩' },
  { name: 'control characters of a terminal', text: '\u001b[2J\r\n', shown: '⟨U+001B⟩[2J⟨U+000D⟩⟨U+000A⟩' },
  { name: 'unusual spaces', text: 'a\u00a0b\u3000', shown: 'a⟨U+00A0⟩b⟨U+3000⟩' },
  { name: 'half a surrogate pair', text: '\ud800', shown: '⟨U+D800⟩' },
];
for (const { name, text, shown } of cases) test(name, () => expect(escapeInvisible(text)).toBe(shown));
