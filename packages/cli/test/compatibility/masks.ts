// Patterns of values that differ between two runs of the same server. Nothing else is masked.
const masks: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // The dynamic resources of server-everything contain the time of day, in text and in base64.
  [/created at \d{1,2}:\d{2}:\d{2}(\s?[AP]M)?/gu, 'created at TIME'],
  [/"blob":"UmVzb3VyY2Ug[\w+/=]*"/gu, '"blob":"BLOB WITH A TIME"'],
  // `get_file_info` of server-filesystem returns the times of a file that was created for this run.
  [/(created|modified|accessed): [^\\]+/gu, '$1: TIME'],
];

export const mask = (text: string): string =>
  masks.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), text);
