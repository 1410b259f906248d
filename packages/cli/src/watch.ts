// Tells when the text of a file has changed, for as long as it is watched. Editors save by writing another file and
// renaming it, so the folder is watched and not the file; links and odd file systems are looked at now and then.

import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

export interface TextWatch {
  /** The new text. Told only when it differs from the last one. */
  onText(text: string): void;
  /** The file is gone or cannot be read; the old text is the last known one. Told once until it is back. */
  onMissing?(reason: string): void;
}

/** A save is several events; they are over by then. */
const settleMilliseconds = 50;
const pollMilliseconds = 1000;

/** Watches a file whose text is known. Returns the way to stop. */
export function watchText(
  file: string,
  known: string | undefined,
  { onText, onMissing }: TextWatch,
): () => void {
  let [text, missing, mark] = [known, false, ''];
  let stopped = false;
  let pending: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;

  // Of two reads at once the older could come last.
  let reading: Promise<void> = Promise.resolve();
  const readNext = () => {
    reading = reading.then(read);
  };
  const read = async () => {
    const found = await readFile(file, 'utf8').catch((error: Error) => error);
    if (stopped) return;
    if (found instanceof Error) {
      if (!missing) onMissing?.(found.message);
      missing = true;
      return;
    }
    // A file that was away and is back with the same text has not changed.
    missing = false;
    if (found === text) return;
    text = found;
    onText(found);
  };
  const soon = () => {
    clearTimeout(pending);
    pending = setTimeout(readNext, settleMilliseconds);
    pending.unref();
  };
  const poll = async () => {
    if (watcher === undefined) begin();
    const found = await stat(file).catch(() => undefined);
    const current = found === undefined ? 'gone' : `${found.ino} ${found.size} ${found.mtimeMs}`;
    if (mark !== '' && mark !== current) soon();
    mark = current;
  };
  const begin = () => {
    try {
      const name = basename(file);
      watcher = watch(dirname(file), { persistent: false }, (_event, changed) => {
        if (changed === null || changed === name) soon();
      });
      watcher.on('error', () => {
        watcher?.close();
        watcher = undefined;
      });
    } catch {
      watcher = undefined;
    }
  };
  begin();
  void poll();
  // Between reading it and watching it, it may have changed.
  soon();
  const timer = setInterval(() => void poll(), pollMilliseconds).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    clearTimeout(pending);
    watcher?.close();
  };
}
