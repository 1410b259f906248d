// Defines the calls to the real servers: writing, reading and editing a project, and storing notes in a graph.

import { dirname, join } from 'node:path';

interface ToolCall {
  readonly name: string;
  readonly arguments: object;
}

const call = (name: string, input: object): ToolCall => ({ name, arguments: input });

/** A morning of work with the file server. Each file is read as a whole after it was written. */
export function filesystemCalls(
  folder: string,
  files: readonly (readonly [path: string, text: string])[],
): readonly ToolCall[] {
  const at = (path: string) => join(folder, path);
  const folders = [...new Set(files.map(([path]) => dirname(path)))].filter((path) => path !== '.');
  return [
    call('list_allowed_directories', {}),
    ...folders.map((path) => call('create_directory', { path: at(path) })),
    ...files.flatMap(([path, content]) => [
      call('write_file', { path: at(path), content }),
      call('read_text_file', { path: at(path) }),
      call('get_file_info', { path: at(path) }),
    ]),
    call('list_directory', { path: folder }),
    call('list_directory_with_sizes', { path: at('src') }),
    call('directory_tree', { path: folder }),
    call('search_files', { path: folder, pattern: '**/*.ts' }),
    call('search_files', { path: folder, pattern: '**/*.md', excludePatterns: ['docs/**'] }),
    call('read_multiple_files', { paths: files.map(([path]) => at(path)) }),
    call('read_text_file', { path: at('CHANGELOG.md'), head: 4 }),
    call('read_text_file', { path: at('docs/cve.md'), tail: 2 }),
    call('edit_file', {
      path: at('README.md'),
      edits: [{ oldText: 'http://localhost:3000', newText: 'http://localhost:5173' }],
    }),
    call('edit_file', {
      path: at('src/auth.ts'),
      edits: [{ oldText: "{ error: 'bad token' }", newText: "{ error: 'the token is not valid' }" }],
      dryRun: true,
    }),
    call('move_file', { source: at('fix.patch'), destination: at('docs/fix.patch') }),
    call('read_text_file', { path: at('no-such-file.ts') }),
  ];
}

const people = ['Ada', 'Grace', 'Alan', 'Zoë', 'فاطمه', 'अर्जुन', '小明'];

/** Notes about people and projects. */
export const memoryCalls: readonly ToolCall[] = [
  call('read_graph', {}),
  ...people.map((name) =>
    call('create_entities', {
      entities: [
        { name, entityType: 'person', observations: [`${name} works on the corner shop`, 'prefers tea ☕'] },
      ],
    }),
  ),
  call('create_entities', {
    entities: [
      {
        name: 'corner-shop',
        entityType: 'project',
        observations: [
          'runs at http://localhost:3000 during development',
          'the password policy asks for 12 characters; passwords are hashed with argon2id',
          'before a release, run the tests and read the changelog',
        ],
      },
    ],
  }),
  ...people.map((from) =>
    call('create_relations', { relations: [{ from, to: 'corner-shop', relationType: 'works on' }] }),
  ),
  call('add_observations', {
    observations: [
      {
        entityName: 'Ada',
        contents: [
          'asked to ignore the old instructions for the printer',
          'id 7b2d9a4e-52c1-4c1e-9a57-0d2b6f1f3c11',
        ],
      },
    ],
  }),
  ...people.map((query) => call('search_nodes', { query })),
  call('open_nodes', { names: ['Ada', 'corner-shop'] }),
  call('delete_observations', { deletions: [{ entityName: 'Grace', observations: ['prefers tea ☕'] }] }),
  call('delete_relations', { relations: [{ from: 'Alan', to: 'corner-shop', relationType: 'works on' }] }),
  call('delete_entities', { entityNames: ['Alan'] }),
  call('read_graph', {}),
];
