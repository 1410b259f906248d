// Analyzes string literals in code: quotes, escapes, the variables that they are assigned to, and format
// templates.

export const isQuote = (code: string, at: number) => /['"`]/.test(code.charAt(at));

/**
 * Fills the first part as a template with the other parts: `'/etc/%s' % 'shadow'`, `'{}/{}'.format(a, b)`.
 */
export function formatTemplate([template = '', ...values]: readonly string[]): string {
  let next = 0;
  return template.replace(/%s|\{\d?\}/g, (found) => values[next++] ?? found);
}

const ESCAPE = /\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,6})\}|([0-7]{3})|([^xu0-7]))/gi;

/** Decodes escape sequences: `\x2fetc\u002fshadow`. */
export function unescaped(text: string): string {
  if (!text.includes('\\')) return text;
  return text.replace(ESCAPE, (found, byte, unit, point, octal, other) => {
    const digits = byte ?? unit ?? point;
    if (digits === undefined && octal === undefined) return /[nrt]/.test(other) ? found : other;
    const code = digits === undefined ? Number.parseInt(octal, 8) : Number.parseInt(digits, 16);
    return code <= 0x10ffff ? String.fromCodePoint(code) : found;
  });
}

/**
 * Returns the variable that a string is assigned to: `name = '…'`, `const name: string = '…'`, `name := '…'`.
 */
export const assignedName = (code: string, at: number) =>
  /(?:^|[^\w$.])([A-Za-z_$][\w$]{0,63})\s{0,4}(?::\s{0,4}[\w.]{1,20}\s{0,4})?:?=\s{0,4}\(?[a-zA-Z]{0,2}$/.exec(
    code.slice(Math.max(0, at - 90), at),
  )?.[1];
