// Generates calls that read, write and search files of the project.

import { join } from 'node:path';
import { ownFiles } from '../project.mjs';
import { sourceFiles } from '../texts.mjs';

export function* workOnFiles({ project, random, texts }) {
  const { pick, below, between, chance } = random;
  const at = (path) => join(project, path);
  const written = [];
  const known = () => (chance(0.35) ? pick(ownFiles) : pick(sourceFiles)[0]);
  const any = () => (written.length > 0 && chance(0.3) ? pick(written) : known());
  const folder = () => pick(['.', 'src', 'vendor', 'vendor/express', 'vendor/semver', 'public', '.github']);
  const name = () => {
    const path = pick(['src/', 'src/routes/', 'docs/', 'docs/adr/', 'scripts/', 'test/fixtures/']);
    return `${path}${texts.word()}-${texts.word()}.${pick(['ts', 'test.ts', 'md', 'json', 'yml', 'sh', 'sql'])}`;
  };
  for (const path of ['src/routes', 'docs/adr', 'scripts', 'test/fixtures'])
    yield { name: 'create_directory', arguments: { path: at(path) } };
  yield { name: 'list_allowed_directories', arguments: {} };
  const kinds = [
    () => ({ name: 'read_text_file', arguments: { path: at(any()) } }),
    () => ({ name: 'read_text_file', arguments: { path: at(any()), head: between(5, 60) } }),
    () => ({ name: 'read_file', arguments: { path: at(known()), tail: between(5, 60) } }),
    () => ({ name: 'read_multiple_files', arguments: { paths: [at(any()), at(known())] } }),
    () => {
      const path = name();
      written.push(path);
      const content = chance(0.5) ? texts.code(900) : texts.document(900);
      return { name: 'write_file', arguments: { path: at(path), content } };
    },
    () => ({ name: 'list_directory', arguments: { path: at(folder()) } }),
    () => ({ name: 'list_directory_with_sizes', arguments: { path: at(folder()), sortBy: 'size' } }),
    () => ({
      name: 'search_files',
      arguments: { path: at(folder()), pattern: `**/*${texts.word().slice(0, 4)}*` },
    }),
    () => ({ name: 'get_file_info', arguments: { path: at(any()) } }),
    () => ({ name: 'directory_tree', arguments: { path: at(pick(['src', '.github', 'vendor/ws'])) } }),
    () => ({
      name: 'read_media_file',
      arguments: { path: at(pick(['public/favicon.png', 'public/logo.svg'])) },
    }),
  ];
  for (;;) {
    yield pick(kinds)();
    if (chance(0.12)) yield* edit(at('src/server.ts'), `// ${texts.sentence()}\n`);
    if (chance(0.04) && written.length > 0) {
      const source = written.splice(below(written.length), 1)[0];
      const destination = at(`docs/${source.replaceAll('/', '-')}`);
      yield { name: 'move_file', arguments: { source: at(source), destination } };
    }
  }
}

/** Adds a comment to a file and removes it. */
function* edit(path, comment) {
  const line = 'const app = express();';
  const change = (oldText, newText, dryRun) => ({
    name: 'edit_file',
    arguments: { path, edits: [{ oldText, newText }], ...(dryRun && { dryRun }) },
  });
  yield change(line, comment + line, true);
  yield change(line, comment + line);
  yield change(comment, '');
}
