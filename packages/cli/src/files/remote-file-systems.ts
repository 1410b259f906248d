// Paths on network file systems and devices: reading them may hang or notify another machine. The file systems of the home folder
// and the working directory are in use anyway and are not avoided.

import { readFileSync } from 'node:fs';
import { homeFolder } from './home-folder.js';

/** Whether a canonical path is remote or a device, and must not be read. */
export type IsRemote = (path: string) => boolean;

const NETWORK =
  /^(?:nfs4?|cifs|smb3|smbfs|afs|autofs|ceph|coda|ncpfs|lustre|beegfs|davfs|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|glusterfs|davfs2?|curlftpfs|goofys|mount-s3|juicefs))$/;
const REFRESH_MILLISECONDS = 5000;

/** Creates a check that reads the mounted file systems again every few seconds. */
export function createRemoteCheck(platform: NodeJS.Platform): IsRemote {
  if (platform === 'win32') return isRemoteOnWindows;
  // macOS has no mount table in a file; these are the folders where it mounts network shares and disks.
  if (platform !== 'linux') return (path) => /^\/(?:dev|net|network|volumes)(?:\/|$)/i.test(path);
  let remote = remoteMounts('', []);
  let readAt = Number.NEGATIVE_INFINITY;
  return (path) => {
    const now = performance.now();
    if (now - readAt > REFRESH_MILLISECONDS) {
      remote = remoteMounts(readMounts(), [homeFolder(), process.cwd()]);
      readAt = now;
    }
    return remote(path);
  };
}

function readMounts(): string {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return '';
  }
}

function isRemoteOnWindows(path: string): boolean {
  return /^[/\\]{2}|(?:^|[/\\])(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.[^/\\]*)?$/i.test(path);
}

/** Creates a check from the text of `/proc/self/mountinfo`; mounts that hold one of our `own` folders are exempt. */
export function remoteMounts(mountinfo: string, own: readonly string[]): IsRemote {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const folder = before.split(' ')[4];
    const type = after.split(' ')[0] ?? '';
    return folder === undefined ? [] : [{ folder: unescapeOctal(folder), remote: NETWORK.test(type) }];
  });
  const mountOf = (path: string) => {
    let best: (typeof mounts)[number] | undefined;
    // A later mount on the same folder hides the earlier one.
    for (const mount of mounts)
      if (isBelow(path, mount.folder) && mount.folder.length >= (best?.folder.length ?? 0)) best = mount;
    return best;
  };
  const exempt = new Set(own.map((path) => mountOf(path)));
  const isRemote = mounts.some(({ remote }) => remote);
  return (path) => {
    if (isBelow(path, '/dev')) return true;
    if (!isRemote) return false;
    const mount = mountOf(path);
    return mount?.remote === true && !exempt.has(mount);
  };
}

const isBelow = (path: string, folder: string) =>
  path === folder || path.startsWith(folder.endsWith('/') ? folder : `${folder}/`);

// mountinfo writes spaces and similar characters as octal escapes.
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
