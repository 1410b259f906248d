// Determines the kind of file system for a path. Reading a network file system or a device may hang or notify another
// machine; reading a local file system takes microseconds, so it needs no thread. The file systems of the home folder
// and the working directory are in use anyway, so they are never classified as remote.

import { readFileSync } from 'node:fs';
import { homeFolder } from './home-folder.js';

/**
 * `local`: responds immediately. `unknown`: may be slow. `remote`: another machine or a device, which must not be read.
 */
export type FileSystemKind = 'local' | 'unknown' | 'remote';

/** Returns the kind of file system for a canonical path. */
export type ClassifyPath = (path: string) => FileSystemKind;

const NETWORK =
  /^(?:nfs4?|cifs|smb3|smbfs|afs|autofs|ceph|coda|ncpfs|lustre|beegfs|davfs|fuse\.(?:sshfs|rclone|s3fs|gcsfuse|glusterfs|davfs2?|curlftpfs|goofys|mount-s3|juicefs))$/;
const LOCAL = /^(?:ext[234]|xfs|btrfs|zfs|f2fs|jfs|bcachefs|overlay|tmpfs|ramfs|rootfs|squashfs)$/;
const REFRESH_MILLISECONDS = 5000;

/** Creates a classifier that reads the mounted file systems again every few seconds. */
export function createPathClassifier(platform: NodeJS.Platform): ClassifyPath {
  if (platform === 'win32') return (path) => (isRemoteOnWindows(path) ? 'remote' : 'unknown');
  // macOS has no file with a mount table. It mounts network shares and disks in these folders.
  if (platform !== 'linux')
    return (path) => (/^\/(?:dev|net|network|volumes)(?:\/|$)/i.test(path) ? 'remote' : 'unknown');
  let classify = classifyByMounts('', []);
  let readAt = Number.NEGATIVE_INFINITY;
  return (path) => {
    const now = performance.now();
    if (now - readAt > REFRESH_MILLISECONDS) {
      classify = classifyByMounts(readMounts(), [homeFolder(), process.cwd()]);
      readAt = now;
    }
    return classify(path);
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

/**
 * Classifies paths by the text of `/proc/self/mountinfo`. Network mounts that contain one of our `own` folders are not
 * classified as remote.
 */
export function classifyByMounts(mountinfo: string, own: readonly string[]): ClassifyPath {
  // A later mount on the same folder hides an earlier mount.
  const mounts = new Map<string, FileSystemKind>();
  for (const line of mountinfo.split('\n')) {
    const [before = '', after = ''] = line.split(' - ');
    const folder = before.split(' ')[4];
    if (folder !== undefined) mounts.set(unescapeOctal(folder), kindOfType(after.split(' ')[0] ?? ''));
  }
  const mountOf = (path: string) => {
    for (let folder = path; folder !== ''; folder = folder.slice(0, folder.lastIndexOf('/')))
      if (mounts.has(folder)) return folder;
    return '/';
  };
  for (const folder of own.map(mountOf)) if (mounts.get(folder) === 'remote') mounts.set(folder, 'unknown');
  return (path) =>
    path === '/dev' || path.startsWith('/dev/') ? 'remote' : (mounts.get(mountOf(path)) ?? 'unknown');
}

const kindOfType = (type: string): FileSystemKind =>
  NETWORK.test(type) ? 'remote' : LOCAL.test(type) ? 'local' : 'unknown';

// Decodes octal escapes, which mountinfo uses for spaces and similar characters.
function unescapeOctal(text: string): string {
  return text.replace(/\\([0-7]{3})/g, (_, digits: string) =>
    String.fromCharCode(Number.parseInt(digits, 8)),
  );
}
