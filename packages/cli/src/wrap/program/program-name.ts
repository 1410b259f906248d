// Determines the name of a program without its folder and without Windows extensions, on any platform.

export const programName = (path: string): string =>
  path.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
