// What differs between two runs of the same server for reasons of its own. Nothing else is ever hidden.
const masks: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // server-everything: its dynamic resources tell the time of day, in text and in base64.
  [/created at \d{1,2}:\d{2}:\d{2}(\s?[AP]M)?/gu, 'created at TIME'],
  [/"blob":"UmVzb3VyY2Ug[\w+/=]*"/gu, '"blob":"BLOB WITH A TIME"'],
  // server-filesystem: `get_file_info` of a file that was made for this run.
  [/(created|modified|accessed): [^\\]+/gu, '$1: TIME'],
];

export const mask = (text: string): string =>
  masks.reduce((masked, [pattern, instead]) => masked.replace(pattern, instead), text);
