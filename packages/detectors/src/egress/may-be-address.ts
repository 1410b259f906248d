// Quickly distinguishes numeric addresses from ordinary URLs, versions and paths. The test determines what is parsed;
// it does not determine what is reported.

/** Every numeric address contains one of these literals. `0` stands for any digit. */
export const addressSigns = ['.0', ':0', '/0', '@0', '\\0', '[', '%', '::', 'http:', 'https:', 'ws:', 'wss:'];

const parts = [
  // Four parts, each of which may be hexadecimal.
  String.raw`[0-9a-fx]\.[0-9a-fx]+\.[0-9a-fx]+\.[0-9a-fx]`,
  // A URL in which a label, or the whole host, begins with a digit.
  String.raw`[:/\\][/\\]+(?:[^\s/?#"'<>]{0,253}[@.\\])?[0-9]`,
  // Percent signs in a host or before it, or in a text that consists only of a host.
  String.raw`[:/\\][/\\]+[^\s/?#"'<>]{0,253}%|:%|%(?:25)*(?:3a|2f|5c)|^\s*\S*%\S*\s*$`,
  // An IPv6 address in brackets.
  String.raw`[/\\@]\[|\[[0-9a-fx.%]*:[0-9a-fx:.%]*\]|[a-z0-9+.-]:\[[0-9a-fx:.%]+\]`,
  // A text that consists of groups separated by colons.
  String.raw`^\s*[0-9a-f.]*:[0-9a-f.]*:`,
  // A text that is a URL with line ends inside.
  String.raw`^\s*[a-z+.-]*[\t\r\n][a-z0-9+.\t\r\n-]*:|^\s*(?:https?|wss?):\S*[\t\r\n]\S`,
];

export const mayBeAddress = new RegExp(parts.join('|'), 'i');
