// Commands that connect only routinely, to a configured registry or repository, or not at all.

import { programName } from './programs.js';

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
/** Programs of which only these subcommands connect routinely. */
const ROUTINE_SUBCOMMANDS: Readonly<Record<string, readonly string[]>> = {
  docker: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
  podman: ['compose', 'build', 'ps', 'images', 'logs', 'start', 'stop', 'inspect'],
};

/** The output of these subcommands is public. */
const PUBLISHING_SUBCOMMANDS = new Set('publish upload deploy send-email'.split(' '));

/** True if a command connects only routinely, or not at all. */
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

/** True if the program itself connects routinely. */
export const isPackageProgram = (program: string): boolean =>
  PACKAGE_PROGRAMS.has(programName(program)) || Object.hasOwn(ROUTINE_SUBCOMMANDS, programName(program));
