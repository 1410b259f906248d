// This file is loaded before the program. It simulates a power failure: it kills the program at file operation number
// `DIE_AT`. If that operation writes a file, half of the data is written. Without a valid number, it has no effect.

const promises = require('node:fs/promises');

let left = Number(process.env.DIE_AT);
const die = () => process.kill(process.pid, 'SIGKILL');

/**
 * Counts an operation before it runs. If the number is larger than the number of operations, the program ends normally.
 */
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
