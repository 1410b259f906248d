// The name of a program without its folder and without what Windows adds, on whichever system the entry was written.

export const programName = (path: string): string =>
  path.replace(/^.*[\\/]/, '').replace(/\.(?:exe|cmd|bat|ps1)$/i, '');
