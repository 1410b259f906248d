// Defines the servers of the matrix: how each server is started in a fresh folder, and its script.
import type { Command } from './command.js';
import type { Step } from './conversation.js';
import { fixture, installed } from './fixtures.js';
import { ask, call, everywhere, heard } from './script.js';

export interface ServerKind {
  readonly name: string;
  readonly speaksModern?: true;
  start(folder: string): Command;
  script(folder: string): (modern: boolean) => readonly Step[];
}

const node = (file: string, ...args: string[]): Command => ({
  command: process.execPath,
  args: [file, ...args],
});

const questionsAndSignals: readonly Step[] = [
  call('add', { a: 1.5, b: -2 }),
  call('fail'),
  call('big', { size: 300_000 }),
  call('ask-user'),
  { ...call('progress', { steps: 3 }), progress: true },
  ask('resources/read', { uri: 'fixture://note' }),
  ask('resources/read', { uri: 'fixture://items/beta' }),
  ask('prompts/get', { name: 'greet', arguments: { name: 'Zoë' } }),
  ask('completion/complete', {
    ref: { type: 'ref/prompt', name: 'greet' },
    argument: { name: 'name', value: 'a' },
  }),
  ask('completion/complete', {
    ref: { type: 'ref/resource', uri: 'fixture://items/{id}' },
    argument: { name: 'id', value: 'g' },
  }),
];

/** The steps for servers that use roots and request them again. */
const rootsChanged: readonly Step[] = [
  { notify: 'notifications/roots/list_changed' },
  { until: heard('roots/list') },
];

const sdk1: ServerKind = {
  name: 'SDK 1.32 server',
  start: () => node(fixture('servers/sdk1.mjs')),
  script: () => () => [
    ...everywhere(call('echo', { text: 'hëllo \\ "quoted" \u{1F980}' })),
    ...questionsAndSignals,
    call('ask-model', { prompt: 'think' }),
    call('ask-roots'),
    ask('logging/setLevel', { level: 'debug' }),
    call('log', { data: 'loud' }),
    {
      subscribe: 'fixture://note',
      during: [call('touch'), { until: heard('notifications/resources/updated') }],
    },
    call('touch'),
    { ...call('slow', { milliseconds: 60_000 }), cancelOn: heard('notifications/message', 'slow began') },
    { until: heard('notifications/message', 'slow was cancelled') },
    ask('ping'),
  ],
};

const dualEra: ServerKind = {
  name: 'SDK 2.4 server of both eras',
  speaksModern: true,
  start: () => node(fixture('servers/dual-era.mjs')),
  script: () => (modern) => [
    ...everywhere(call('echo', { text: 'hëllo \\ "quoted" \u{1F980}' })),
    ...questionsAndSignals,
    call('ask-all'),
    // The log level is set once in the era with a handshake, and with each request in the modern era.
    ask('logging/setLevel', { level: 'debug' }),
    {
      ask: 'tools/call',
      params: {
        name: 'log',
        arguments: { data: 'loud' },
        ...(modern ? { _meta: { 'io.modelcontextprotocol/logLevel': 'debug' } } : {}),
      },
    },
    {
      subscribe: 'fixture://note',
      during: [call('touch'), { until: heard('notifications/resources/updated') }],
    },
    {
      ...call('slow', { milliseconds: 60_000 }),
      progress: true,
      cancelOn: heard('notifications/progress', '"progress":1}'),
    },
    call('echo', { text: 'still here' }),
  ],
};

const fastmcp: ServerKind = {
  name: 'fastmcp',
  start: () => node(fixture('servers/fastmcp.mjs')),
  script: () => () => [
    // The server requests the roots by a timer, and does not exit while it waits for them.
    { until: heard('roots/list') },
    ...everywhere(call('echo', { text: 'hëllo' })),
    ...rootsChanged,
    call('picture'),
    call('fail'),
    { ...call('progress', { steps: 3 }), progress: true },
    ask('resources/read', { uri: 'fixture://note' }),
    ask('resources/read', { uri: 'fixture://items/beta' }),
    ask('prompts/get', { name: 'greet', arguments: { name: 'Zoë' } }),
    ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'greet' },
      argument: { name: 'name', value: 'a' },
    }),
    ask('logging/setLevel', { level: 'error' }),
  ],
};

const everything: ServerKind = {
  name: 'server-everything',
  start: () => node(installed('@modelcontextprotocol/server-everything/dist/index.js'), 'stdio'),
  script: () => () => [
    // The server requests the roots by a timer; after that it sends nothing.
    { until: heard('notifications/message', 'Roots updated') },
    ...everywhere(call('echo', { message: 'hëllo' })),
    ...rootsChanged,
    { until: heard('notifications/message', 'Roots updated') },
    call('get-sum', { a: 2, b: 40 }),
    call('get-tiny-image'),
    call('get-env'),
    call('get-annotated-message', { messageType: 'error', includeImage: true }),
    call('get-structured-content', { location: 'Chicago' }),
    call('get-resource-links', { count: 4 }),
    call('get-resource-reference', { resourceType: 'Blob', resourceId: 2 }),
    call('get-roots-list'),
    call('trigger-sampling-request', { prompt: 'think', maxTokens: 5 }),
    call('trigger-elicitation-request'),
    { ...call('trigger-long-running-operation', { duration: 0.2, steps: 4 }), progress: true },
    ask('resources/read', { uri: 'demo://resource/dynamic/text/1' }),
    ask('resources/read', { uri: 'demo://resource/dynamic/blob/2' }),
    ask('prompts/get', { name: 'args-prompt', arguments: { city: 'Zürich' } }),
    ask('prompts/get', { name: 'resource-prompt', arguments: { resourceType: 'Text', resourceId: '1' } }),
    ask('completion/complete', {
      ref: { type: 'ref/prompt', name: 'completable-prompt' },
      argument: { name: 'name', value: 'A' },
      context: { arguments: { department: 'Engineering' } },
    }),
    { subscribe: 'demo://resource/dynamic/text/1', during: [ask('ping')] },
    ask('logging/setLevel', { level: 'error' }),
    {
      // The first progress report arrives early and the response late, so the cancellation arrives in time on any
      // machine.
      ...call('trigger-long-running-operation', { duration: 20, steps: 200 }),
      progress: true,
      cancelOn: heard('notifications/progress', '"progress":1,"total":200'),
    },
  ],
};

const filesystem: ServerKind = {
  name: 'server-filesystem',
  start: (folder) => node(installed('@modelcontextprotocol/server-filesystem/dist/index.js'), folder),
  script: (folder) => () => [
    { until: heard('roots/list') },
    ...everywhere(call('list_allowed_directories')),
    ...rootsChanged,
    call('write_file', { path: `${folder}/a.txt`, content: 'one\ntwo\r\nthree \u2028 ünï\n' }),
    call('read_text_file', { path: `${folder}/a.txt` }),
    call('edit_file', { path: `${folder}/a.txt`, edits: [{ oldText: 'one', newText: 'ONE' }] }),
    call('create_directory', { path: `${folder}/sub` }),
    call('move_file', { source: `${folder}/a.txt`, destination: `${folder}/sub/b.txt` }),
    call('write_file', { path: `${folder}/big.txt`, content: 'y'.repeat(500_000) }),
    call('read_multiple_files', { paths: [`${folder}/sub/b.txt`, `${folder}/missing`] }),
    call('read_media_file', { path: `${folder}/big.txt` }),
    call('list_directory_with_sizes', { path: folder }),
    call('directory_tree', { path: folder }),
    call('search_files', { path: folder, pattern: '**/*.txt' }),
    call('get_file_info', { path: `${folder}/big.txt` }),
    call('read_text_file', { path: '/etc/passwd' }),
  ],
};

const memory: ServerKind = {
  name: 'server-memory',
  start: (folder) => ({
    ...node(installed('@modelcontextprotocol/server-memory/dist/index.js')),
    env: { MEMORY_FILE_PATH: `${folder}/memory.jsonl` },
  }),
  script: () => () => [
    ...everywhere(call('read_graph')),
    {
      subscribe: 'memory://knowledge-graph',
      during: [
        call('create_entities', {
          entities: [
            { name: 'Ada', entityType: 'person', observations: ['writes "notes"'] },
            { name: 'Engine', entityType: 'machine', observations: [] },
          ],
        }),
        call('create_relations', { relations: [{ from: 'Ada', to: 'Engine', relationType: 'describes' }] }),
      ],
    },
    call('add_observations', { observations: [{ entityName: 'nobody', contents: ['x'] }] }),
    call('search_nodes', { query: 'notes' }),
    call('open_nodes', { names: ['Engine'] }),
    call('delete_entities', { entityNames: ['Engine'] }),
    ask('resources/read', { uri: 'memory://knowledge-graph' }),
  ],
};

export const servers: readonly ServerKind[] = [everything, filesystem, memory, fastmcp, sdk1, dualEra];
