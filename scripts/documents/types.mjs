// Type-checks the code blocks of documents against the sources, each block as a separate module.

import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../bootstrap.mjs';

/** Returns every type error with its position in the document. */
export function checkTypes(blocks) {
  if (blocks.length === 0) return [];
  // The files exist in memory only. Their paths determine what they can import, which is the dependencies of the
  // repository.
  const files = new Map(blocks.map((block, index) => [join(root, `document-${index}.ts`), block]));
  const options = readOptions();
  const host = createHost(options, files);
  const program = ts.createProgram([...files.keys()], options, host);
  const diagnostics = [...files.keys()].flatMap((path) => {
    const source = program.getSourceFile(path);
    return [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)];
  });
  return diagnostics.map((diagnostic) => describe(diagnostic, files));
}

function readOptions() {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.base.json'), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  return {
    ...options,
    noEmit: true,
    types: ['node'],
    // Every block is a module, so it may use top-level await.
    moduleDetection: ts.ModuleDetectionKind.Force,
    paths: {
      '@claw/*': [join(root, 'packages/*/src/index.ts')],
      '@claw/policy/shell': [join(root, 'packages/policy/src/shell.ts')],
      '@claw/detectors/patterns': [join(root, 'packages/detectors/src/patterns.ts')],
    },
  };
}

function createHost(options, files) {
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (path) => files.has(path) || fileExists(path);
  host.readFile = (path) => files.get(path)?.code ?? readFile(path);
  host.getSourceFile = (path, version, ...rest) =>
    files.has(path)
      ? ts.createSourceFile(path, files.get(path).code, version)
      : getSourceFile(path, version, ...rest);
  return host;
}

function describe({ file, start = 0, messageText }, files) {
  const block = files.get(file.fileName);
  const line = block.line + file.getLineAndCharacterOfPosition(start).line;
  return `${block.file}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
}
