// Finds the files that a sed script reads and writes: `r FILE`, `w FILE`, and the flag `w` of `s/…/…/`.

const SCRIPT_OPTION = /^(?:-[A-Za-z]*e|--expression)$/;
const FILE_OPTION = /^(?:-[A-Za-z]*f|--file)$/;
const ATTACHED = /^(?:-[nrEszu]*e|--expression=)(.+)$/s;
const LONGEST_NAME = 1024;

/** A file that a script names. */
export interface SedFile {
  readonly path: string;
  readonly writes: boolean;
}

/** Returns the scripts among the words of a sed command. Without an option, the first operand is the script. */
export function sedScripts(words: readonly string[]): readonly string[] {
  const scripts: string[] = [];
  let first: string | undefined;
  let hasOption = false;
  for (let at = 1; at < words.length; at += 1) {
    const word = words[at] ?? '';
    const attached = ATTACHED.exec(word)?.[1];
    if (SCRIPT_OPTION.test(word) || FILE_OPTION.test(word)) {
      at += 1;
      hasOption = true;
      if (SCRIPT_OPTION.test(word)) scripts.push(words[at] ?? '');
    } else if (attached !== undefined) {
      hasOption = true;
      scripts.push(attached);
    } else if (word.charCodeAt(0) !== 45) first ??= word;
  }
  return hasOption || first === undefined ? scripts : [first];
}

/** Returns the files that a script names. The script is read once, from left to right. */
export function sedFiles(script: string): readonly SedFile[] {
  const files: SedFile[] = [];
  let at = 0;
  const skipDelimited = (delimiter: string): void => {
    while (at < script.length && script[at] !== delimiter) at += script[at] === '\\' ? 2 : 1;
    at += 1;
  };
  const skipAddress = (): void => {
    if (script[at] === '/') {
      at += 1;
      skipDelimited('/');
    } else if (script[at] === '\\') {
      at += 2;
      skipDelimited(script[at - 1] ?? '/');
    }
  };
  const takeLine = (): string => {
    const end = script.indexOf('\n', at);
    const line = script.slice(at, end === -1 ? script.length : end);
    at = end === -1 ? script.length : end;
    return line;
  };
  const addFile = (writes: boolean): void => {
    const path = takeLine().trim().slice(0, LONGEST_NAME);
    if (path !== '') files.push({ path, writes });
  };
  while (at < script.length) {
    const command = script[at] ?? '';
    if (command === '/' || command === '\\') skipAddress();
    else if (command === 's' || command === 'y') {
      const delimiter = script[at + 1] ?? '/';
      at += 2;
      skipDelimited(delimiter);
      skipDelimited(delimiter);
      while (command === 's' && /[gpiImMe\d]/.test(script[at] ?? '')) at += 1;
      if (command === 's' && script[at] === 'w') {
        at += 1;
        addFile(true);
      }
    } else if (/[rRwW]/.test(command)) {
      at += 1;
      addFile(/[wW]/.test(command));
    } else if (/[aic:btT#]/.test(command)) {
      // Text, labels and comments. A label can end with a semicolon.
      const line = takeLine();
      if (/[btT]/.test(command) && line.includes(';')) at -= line.length - line.indexOf(';');
    } else at += 1;
  }
  return files;
}
