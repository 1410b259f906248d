// Where paths really lead, asked of the file system without holding up other messages: a share that does not answer
// costs the call that names it, and no more than 50 milliseconds.

import { realpath } from 'node:fs/promises';
import type { LinkResolver } from '@claw/pipeline';

const PATIENCE = 50;
const MOST_PATHS = 256;

/** Shares and devices are never touched: asking about them may already do what the call must not. */
const isTouchable = (path: string): boolean => !/^(?:[/\\]{2}|\/dev\/|\/net\/|\\\\[.?]\\)/.test(path);

export const linkResolver: LinkResolver = {
  async resolve(paths) {
    const answers = new Map<string, string>();
    const asked = paths.filter(isTouchable).slice(0, MOST_PATHS);
    const all = Promise.all(
      asked.map(async (path) => {
        const answer = await follow(path);
        if (answer !== undefined) answers.set(path, answer);
      }),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, PATIENCE);
    });
    await Promise.race([all, late]);
    clearTimeout(timer);
    // A copy: answers that come later belong to nobody.
    return new Map(answers);
  },
};

// What does not exist yet is below the last folder that does; `..` behind something missing leads nowhere.
async function follow(path: string): Promise<string | undefined> {
  let current = path;
  let rest = '';
  for (;;) {
    try {
      return (await realpath(current)) + rest;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT') return undefined;
    }
    const cut = current.lastIndexOf('/');
    const name = current.slice(cut + 1);
    if (cut === -1 || current === '/' || name === '..') return undefined;
    rest = `/${name}${rest}`;
    current = current.slice(0, cut) || '/';
  }
}
