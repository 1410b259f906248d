// Computes the results of parameter expansions with an operator: `${x#a}`, `${x:1}`, `${x/a/b}`, `${x,,}`.
import type { Operation } from './syntax-nodes.js';

/** Returns the result for a known value, or undefined if the operator is not supported or its operand is a pattern. */
export function applyOperation({ operator, ...operands }: Operation, value: string): string | undefined {
  const plain = (word: { readonly value: string } | undefined): string | undefined =>
    word === undefined || /[*?[\\$`]/.test(word.value) ? undefined : word.value.replaceAll(/['"]/g, '');
  switch (operator) {
    case '#':
    case '##':
      return removeStart(value, operands.operand?.value ?? '', operator === '##');
    case '%':
    case '%%':
      return removeEnd(value, operands.operand?.value ?? '', operator === '%%');
    case '/':
    case '//': {
      const from = plain(operands.pattern);
      const to = operands.replacement === undefined ? '' : plain(operands.replacement);
      if (from === undefined || from === '' || to === undefined) return undefined;
      return operator === '/' ? value.replace(from, () => to) : value.replaceAll(from, () => to);
    }
    case ':':
      return slice(value, operands.offset?.value, operands.length?.value);
    case ',':
      return value.slice(0, 1).toLowerCase() + value.slice(1);
    case ',,':
      return value.toLowerCase();
    case '^':
      return value.slice(0, 1).toUpperCase() + value.slice(1);
    case '^^':
      return value.toUpperCase();
    default:
      return undefined;
  }
}

/** A pattern with one star at its start or its end, or without a star. */
function removeStart(value: string, pattern: string, longest: boolean): string | undefined {
  const text = pattern.replace(/^\*/, '');
  if (/[*?[\\$`]/.test(text)) return undefined;
  if (text === pattern) return value.startsWith(text) ? value.slice(text.length) : value;
  const at = longest ? value.lastIndexOf(text) : value.indexOf(text);
  return at === -1 ? value : value.slice(at + text.length);
}

function removeEnd(value: string, pattern: string, longest: boolean): string | undefined {
  const text = pattern.replace(/\*$/, '');
  if (/[*?[\\$`]/.test(text)) return undefined;
  if (text === pattern) return value.endsWith(text) ? value.slice(0, value.length - text.length) : value;
  const at = longest ? value.indexOf(text) : value.lastIndexOf(text);
  return at === -1 ? value : value.slice(0, at);
}

function slice(value: string, offset = '', length?: string): string | undefined {
  const start = Number(offset.trim());
  const count = length === undefined ? value.length : Number(length.trim());
  if (!Number.isInteger(start) || !Number.isInteger(count)) return undefined;
  const from = start < 0 ? value.length + start : start;
  return count < 0 ? value.slice(from, count) : value.slice(from, from + count);
}
