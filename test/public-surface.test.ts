// Compares all exported names with a reviewed list, because every exported name is a promise to users.
// `UPDATE_FIXTURES=1` rewrites the list.

import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';

const packages = new URL('../packages/', import.meta.url);
const expectedFile = fileURLToPath(new URL('./public-surface.txt', import.meta.url));

/** Returns the names of an entry file, types first. Other statements in an entry file are errors. */
function exportedNames(file: string): string[] {
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const clause = ts.isExportDeclaration(statement) ? statement.exportClause : undefined;
    if (!clause || !ts.isNamedExports(clause)) {
      return [`(not a list of names) ${statement.getText(source).split('\n')[0]}`];
    }
    const allTypes = (statement as ts.ExportDeclaration).isTypeOnly;
    return clause.elements.map(({ name, isTypeOnly }) =>
      allTypes || isTypeOnly ? `type ${name.text}` : name.text,
    );
  });
}

const byKindAndName = (left: string, right: string) =>
  Number(right.startsWith('type ')) - Number(left.startsWith('type ')) || (left < right ? -1 : 1);

function describeSurface(): string {
  const names = readdirSync(packages).sort();
  const entries = names.map((name) => ({
    name,
    file: fileURLToPath(new URL(`${name}/src/index.ts`, packages)),
  }));
  return entries
    .filter(({ file }) => existsSync(file))
    .flatMap(({ name, file }) => [
      `@claw/${name}`,
      ...exportedNames(file)
        .sort(byKindAndName)
        .map((line) => `  ${line}`),
      '',
    ])
    .join('\n');
}

test('every package exports the names in the list, and no others', () => {
  const surface = describeSurface();
  if (process.env['UPDATE_FIXTURES']) writeFileSync(expectedFile, surface);
  expect(surface).toBe(existsSync(expectedFile) ? readFileSync(expectedFile, 'utf8') : '');
});
