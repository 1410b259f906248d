// Recognizes commands that do not connect or that connect only to a configured registry or repository.

import { programName } from './files/programs.js';

/** Programs that connect to a configured registry or repository. */
const PACKAGE_PROGRAMS = new Set(
  'git npm pnpm yarn npx bun pip pip3 uv poetry cargo go mvn gradle gradlew bundle gem composer brew apt apt-get dnf apk dotnet nuget swift pod flutter'.split(
    ' ',
  ),
);
const LOCAL_PROGRAMS = new Set(
  'cd pushd popd pwd echo printf true : test [ export set ls mkdir sleep wait node make tsc vitest jest pytest eslint'.split(
    ' ',
  ),
);
/** Programs that make routine connections only with these subcommands. */
const ROUTINE_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  docker: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
  podman: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
};

/** Subcommands that publish their data, so that they are never routine. */
const PUBLISHING_SUBCOMMANDS = new Set('publish upload deploy send-email'.split(' '));

/** Tests whether a command makes only routine connections or none. */
export function isRoutineCommand({
  program,
  words,
}: {
  readonly program: string;
  readonly words: readonly string[];
}): boolean {
  const name = programName(program);
  if (Object.hasOwn(ROUTINE_SUBCOMMANDS, name))
    return ROUTINE_SUBCOMMANDS[name]?.includes(words[1] ?? '') === true;
  return (
    LOCAL_PROGRAMS.has(name) ||
    (PACKAGE_PROGRAMS.has(name) && !words.some((word) => PUBLISHING_SUBCOMMANDS.has(word)))
  );
}

/** Tests whether the program itself makes routine connections. */
export const isPackageProgram = (program: string): boolean =>
  PACKAGE_PROGRAMS.has(programName(program)) || Object.hasOwn(ROUTINE_SUBCOMMANDS, programName(program));
