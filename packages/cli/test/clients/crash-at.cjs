// Loaded before the program: ends it, as a power failure would, at the file operation that `DIE_AT` names. A
// file that is being written stays half written. Without a valid number, nothing happens.

const promises = require('node:fs/promises');

let left = Number(process.env.DIE_AT);
const die = () => process.kill(process.pid, 'SIGKILL');

/** Operations are counted before they run; after the last one the program ends normally. */
const counted = (owner, name, half = () => {}) => {
  const original = owner[name];
  owner[name] = async function (...words) {
    left -= 1;
    if (left === 0) {
      await half.apply(this, words);
      die();
      await new Promise(() => {});
    }
    return original.apply(this, words);
  };
};

for (const name of ['mkdir', 'rename', 'unlink', 'link']) counted(promises, name);

const { open } = promises;
let patched = false;
promises.open = async (path, flags, mode) => {
  const handle = await open(path, flags, mode);
  if (!patched) {
    patched = true;
    const prototype = Object.getPrototypeOf(handle);
    const { write } = prototype;
    counted(prototype, 'writeFile', function (data) {
      const bytes = Buffer.from(data);
      return write.call(this, bytes, 0, bytes.length >> 1);
    });
    for (const name of ['sync', 'chmod', 'close']) counted(prototype, name);
  }
  return handle;
};
counted(promises, 'open');
