// Proves that every regular expression in the source of chains and tools takes linear time for any input.

import { readdirSync, readFileSync } from 'node:fs';
import { checkSync } from 'recheck';
import ts from 'typescript';
import { expect, test } from 'vitest';

/** Returns every regular expression in the source files of a folder. */
function patternsOf(folder: string): { readonly file: string; readonly literal: string }[] {
  const place = new URL(`./${folder}/`, import.meta.url);
  const files = readdirSync(place).filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
  return files.flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(new URL(file, place), 'utf8'),
      ts.ScriptTarget.Latest,
    );
    const found: { file: string; literal: string }[] = [];
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) found.push({ file: `${folder}/${file}`, literal: node.text });
      ts.forEachChild(node, visit);
    };
    visit(source);
    return found;
  });
}

const patterns = ['chain', 'tools'].flatMap(patternsOf);

test('the source files contain patterns', () => expect(patterns.length).toBeGreaterThan(20));

for (const { file, literal } of patterns)
  test(`${file} ${literal.slice(0, 60)}`, () => {
    const end = literal.lastIndexOf('/');
    const { status } = checkSync(literal.slice(1, end), literal.slice(end + 1), {
      checker: 'automaton',
      timeout: 25_000,
    });
    expect(status).toBe('safe');
  });
