// Finds processes by a variable in their environment. A process that has exited but was not reaped has no environment.
import { readdir, readFile } from 'node:fs/promises';

export async function findMarked(mark) {
  const found = [];
  for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
    // The process may exit during the search, or belong to another user.
    const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
    const entry = environment.split('\0').find((line) => line.startsWith(`${mark}=`));
    if (entry === undefined) continue;
    const command = (await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => ''))
      .replaceAll('\0', ' ')
      .trim();
    found.push({ pid: Number(pid), cycle: entry.slice(mark.length + 1), command });
  }
  return found;
}
