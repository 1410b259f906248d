// Opens the link to a dashboard in the browser. Every user of this machine can read command lines, and the first user
// of the token in the link is signed in. So the browser is started with a private file that redirects to the link.

import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stateFolder } from '../../files/paths.js';
import { writePrivateFile } from '../../files/private-file.js';
import { startOpener } from '../../remote-login/open-browser.js';

const pageFile = (): string => join(stateFolder(process.env), 'open-dashboard.html');

/** Opens the link. Errors are ignored, because the user can open the printed link. */
export async function openLink(link: string): Promise<void> {
  const page = `<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0;url=${link}">
<title>ClawDefender</title>
<a href="${link}">Open the dashboard</a>
`;
  await writePrivateFile(pageFile(), page);
  startOpener(pathToFileURL(pageFile()).href);
}

export const removeLink = (): Promise<void> => rm(pageFile(), { force: true });
