// Reads the cost of processes from /proc: CPU time and peak memory. On other systems the values are unknown.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const canMeasureProcesses = existsSync('/proc/self/task');

/** Returns a process and its descendants. */
export function processTree(root) {
  const children = new Map();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const parent = Number(fieldsOfStat(name)?.[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree = [root];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

/** The CPU time that all threads of these processes have used, in milliseconds. */
export const cpuMilliseconds = (pids) => sum(pids.map((pid) => nanoseconds(pid) ?? ticks(pid) ?? 0));

/** The peak memory of these processes, in MiB. */
export const peakMemory = (pids) =>
  sum(pids.map((pid) => Number(/VmHWM:\s+(\d+)/.exec(read(`/proc/${pid}/status`) ?? '')?.[1] ?? 0))) / 1024;

// Reads `schedstat`, which counts nanoseconds per thread. Not every kernel provides it.
function nanoseconds(pid) {
  const threads = readThreads(pid).map((thread) => read(`/proc/${pid}/task/${thread}/schedstat`));
  if (threads.length === 0 || threads.includes(undefined)) return undefined;
  return sum(threads.map((text) => Number(text.split(' ')[0]))) / 1e6;
}

// Reads the CPU time in ticks of 10 ms, which all common Linux systems use.
function ticks(pid) {
  const fields = fieldsOfStat(pid);
  return fields && (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Returns the fields after the name of the program. The name may contain spaces and parentheses. */
function fieldsOfStat(pid) {
  const text = read(`/proc/${pid}/stat`);
  return text?.slice(text.lastIndexOf(')') + 2).split(' ');
}

function readThreads(pid) {
  try {
    return readdirSync(`/proc/${pid}/task`);
  } catch {
    return []; // the process has exited
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // the process has exited, or the kernel does not provide the file
  }
}

const sum = (values) => values.reduce((total, value) => total + value, 0);
