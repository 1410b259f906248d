// Runs third-party programs as a user with an empty home folder and with the program on the PATH.
import { execFile } from 'node:child_process';
import { mkdir, symlink } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { program } from './commands.mjs';

/** Returns a function that runs a program as this user. An exit code other than 0 fails the proof. */
export async function createRunner(home) {
  const bin = join(home, 'bin');
  await mkdir(bin);
  await symlink(program, join(bin, 'clawdefender'));
  const env = {
    PATH: [bin, dirname(process.execPath), process.env.PATH].join(delimiter),
    HOME: home,
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  return (command, args) =>
    new Promise((resolve, reject) => {
      const child = execFile(command, args, { env, cwd: home, timeout: 120_000 }, (error, stdout, stderr) =>
        error
          ? reject(new Error(`${command} ${args.join(' ')}: ${error.message}\n${stdout}${stderr}`))
          : resolve(stdout + stderr),
      );
      child.stdin.end();
    });
}
