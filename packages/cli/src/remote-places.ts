// Places on this machine that are really on another one, or are devices: looking at them may hang, or tell somebody that we
// looked. What the process already lives on (its home and its working directory) is not avoided.

import { readFileSync } from 'node:fs';
import { homeFolder } from './home-folder.js';

/** Must this canonical path not be touched? */
export type IsRemote = (path: string) => boolean;

const NETWORK =
  /^(?:nfs4?|cifs|smb3|smbfs|afs|autofs|ceph|coda|ncpfs|lustre|beegfs|davfs|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|glusterfs|davfs2?|curlftpfs|goofys|mount-s3|juicefs))$/;
const FRESH = 5000;

/** Reads what the system has mounted, again every few seconds. */
export function readRemotePlaces(platform: NodeJS.Platform): IsRemote {
  if (platform === 'win32') return isRemoteOnWindows;
  // macOS has no such list in a file; these are the folders where it mounts other machines and disks.
  if (platform !== 'linux') return (path) => /^\/(?:dev|net|network|volumes)(?:\/|$)/i.test(path);
  let remote = remoteMounts('', []);
  let readAt = Number.NEGATIVE_INFINITY;
  return (path) => {
    const now = performance.now();
    if (now - readAt > FRESH) {
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

/** Answers from the text of `/proc/self/mountinfo`; mounts that hold one of the folders of our own are no others. */
export function remoteMounts(mountinfo: string, own: readonly string[]): IsRemote {
  const mounts = mountinfo.split('\n').flatMap((line) => {
    const [before = '', after = ''] = line.split(' - ');
    const folder = before.split(' ')[4];
    const type = after.split(' ')[0] ?? '';
    return folder === undefined ? [] : [{ folder: plainText(folder), remote: NETWORK.test(type) }];
  });
  const mountOf = (path: string) => {
    let best: (typeof mounts)[number] | undefined;
    // Of two mounts on one folder the later one is seen.
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

// Spaces and their like are written as octal numbers.
function plainText(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
