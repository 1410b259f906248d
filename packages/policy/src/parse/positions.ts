// Finds the line and column of a value from its keys. This module is loaded only if there are problems to report.
import type { AST } from 'toml-eslint-parser';
import type { Diagnostic, Problem } from './diagnostics.js';

type Key = string | number;
interface Location {
  readonly key: AST.Position;
  readonly value: AST.Position;
}

/** Adds the position to each problem and sorts the problems by position. */
export async function locate(
  problems: readonly Problem[],
  text: string,
  file: string,
): Promise<Diagnostic[]> {
  const locations = problems.some((problem) => problem.position === undefined)
    ? await findLocations(text)
    : new Map();
  return problems
    .map((problem) => {
      const { severity = 'error', code, message, help } = problem;
      return { severity, code, message, help, file, ...(problem.position ?? locationOf(problem, locations)) };
    })
    .sort((a, b) => a.line - b.line || a.column - b.column);
}

/** Returns the keys of a table in file order. */
export async function namesBelow(table: string, text: string): Promise<readonly string[]> {
  // INVARIANT: locations are stored in the order of their first occurrence in the text.
  return [...(await findLocations(text)).keys()].flatMap((id) => {
    const [first, name, ...rest] = JSON.parse(id) as Key[];
    return first === table && typeof name === 'string' && rest.length === 0 ? [name] : [];
  });
}

function locationOf(problem: Problem, locations: ReadonlyMap<string, Location>) {
  for (let length = problem.path.length; length > 0; length -= 1) {
    const place = locations.get(JSON.stringify(problem.path.slice(0, length)));
    if (place === undefined) continue;
    const exact = length === problem.path.length && problem.atKey !== true;
    const position = exact ? place.value : place.key;
    return { line: position.line, column: position.column + 1 };
  }
  return { line: 1, column: 1 };
}

async function findLocations(text: string): Promise<Map<string, Location>> {
  const { parseTOML } = await import('toml-eslint-parser');
  const locations = new Map<string, Location>();
  const [top] = parseTOML(text).body;
  for (const node of top.body) {
    if (node.type === 'TOMLKeyValue') addPair(locations, [], node);
    else {
      remember(locations, node.resolvedKey, node.loc.start, node.loc.start);
      for (const pair of node.body) addPair(locations, node.resolvedKey, pair);
    }
  }
  return locations;
}

function remember(
  locations: Map<string, Location>,
  path: readonly Key[],
  key: AST.Position,
  value: AST.Position,
): void {
  // A dotted header is also the position of the tables that it creates implicitly.
  for (let length = 1; length <= path.length; length += 1) {
    const id = JSON.stringify(path.slice(0, length));
    if (!locations.has(id)) locations.set(id, { key, value: length === path.length ? value : key });
  }
}

function addPair(locations: Map<string, Location>, base: readonly Key[], pair: AST.TOMLKeyValue): void {
  const path: Key[] = [...base];
  for (const key of pair.key.keys) {
    path.push(key.type === 'TOMLBare' ? key.name : key.value);
    remember(locations, path, key.loc.start, pair.value.loc.start);
  }
  addContent(locations, path, pair.value);
}

function addContent(locations: Map<string, Location>, path: readonly Key[], node: AST.TOMLContentNode): void {
  if (node.type === 'TOMLInlineTable') for (const pair of node.body) addPair(locations, path, pair);
  if (node.type !== 'TOMLArray') return;
  for (const [index, element] of node.elements.entries()) {
    remember(locations, [...path, index], element.loc.start, element.loc.start);
    addContent(locations, [...path, index], element);
  }
}
