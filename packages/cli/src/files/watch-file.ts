// Watches the text of a file. Editors save by writing a new file and renaming it, so the folder is watched instead of
// the file. Links, and file systems without notifications, are polled.

import { type FSWatcher, watch } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { basename, dirname } from 'node:path';

export interface FileListener {
  /** Called with the new text if it differs from the last known text. */
  onText(text: string): void;
  /** Called once when the file is removed or cannot be read. */
  onMissing?(reason: string): void;
}

/** The time to wait after an event, because one save causes several events. */
const settleMilliseconds = 50;
const pollMilliseconds = 1000;

/** Watches a file whose text is known. Returns a function that stops watching. */
export function watchFile(
  file: string,
  known: string | undefined,
  { onText, onMissing }: FileListener,
): () => void {
  let [text, missing, mark] = [known, false, ''];
  let stopped = false;
  let pending: NodeJS.Timeout | undefined;
  let watcher: FSWatcher | undefined;

  // Reads must not overlap, because the older read could finish last.
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
    // A file that was removed and restored with the same text has not changed.
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
  // The file may have changed after it was read and before it was watched.
  soon();
  const timer = setInterval(() => void poll(), pollMilliseconds).unref();
  return () => {
    stopped = true;
    clearInterval(timer);
    clearTimeout(pending);
    watcher?.close();
  };
}
