// The names of the files of a session. Sorted by name, they are in the order of the start times.

/**
 * Returns a name such as `20261116T035452.123Z-4711-9f86d081`, from the start time, the process id, and a random
 * part.
 */
export const sessionName = (now: number, pid: number, random: string): string =>
  `${new Date(now).toISOString().replaceAll(/[-:]/g, '')}-${pid}-${random}`;

/** Returns true if a text is the name of a session. */
export const isSession = (text: string): boolean => sessionOf(checkpointFileName(text)) === text;

const shape = /^(\d{8}T\d{6}\.\d{3}Z-(\d+)-[0-9a-f]+)\.(?:(\d{4,})\.jsonl|checkpoint)$/;

export const logName = (session: string, number: number): string =>
  `${session}.${String(number).padStart(4, '0')}.jsonl`;

export const checkpointFileName = (session: string): string => `${session}.checkpoint`;

/** Returns the session to which a file belongs, or undefined for other files. */
export function sessionOf(file: string): string | undefined {
  return shape.exec(file)?.[1];
}

/** Returns true for the name of a file in the folder of an audit log. */
export const isAuditFile = (file: string): boolean => sessionOf(file) !== undefined;

/** Returns the process id in the name of a session. */
export const processOf = (session: string): number => Number(session.split('-')[1]);

/** Returns the start time of a session in milliseconds since 1970. */
export const beganAt = (session: string): number =>
  Date.parse(session.replace(/^(....)(..)(..T..)(..)(.{7}).*$/, '$1-$2-$3:$4:$5'));

export const isLog = (file: string): boolean => file.endsWith('.jsonl') && sessionOf(file) !== undefined;

/** Returns the number of a log file within its session. */
export const numberOf = (file: string): number => Number(shape.exec(file)?.[3]);
