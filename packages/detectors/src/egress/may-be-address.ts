// A fast test that distinguishes numeric addresses from ordinary URLs, versions and paths. It decides what is
// parsed, not what is reported.

/** Every such address contains one of these; `0` stands for any digit. */
export const addressSigns = ['.0', ':0', '/0', '@0', '\\0', '[', '%', '::', 'http:', 'https:', 'ws:', 'wss:'];

const parts = [
  // Four parts, of which any may be hexadecimal.
  String.raw`[0-9a-fx]\.[0-9a-fx]+\.[0-9a-fx]+\.[0-9a-fx]`,
  // After the slashes of a URL, a label or the whole host begins with a digit.
  String.raw`[:/\\][/\\]+(?:[^\s/?#"'<>]{0,253}[@.\\])?[0-9]`,
  // Percent signs in a host, before one, or alone with it.
  String.raw`[:/\\][/\\]+[^\s/?#"'<>]{0,253}%|:%|%(?:25)*(?:3a|2f|5c)|^\s*\S*%\S*\s*$`,
  // Brackets around an IPv6 address.
  String.raw`[/\\@]\[|\[[0-9a-fx.%]*:[0-9a-fx:.%]*\]|[a-z0-9+.-]:\[[0-9a-fx:.%]+\]`,
  // Colon-separated groups as the whole text.
  String.raw`^\s*[0-9a-f.]*:[0-9a-f.]*:`,
  // Line ends within a URL that is the whole text.
  String.raw`^\s*[a-z+.-]*[\t\r\n][a-z0-9+.\t\r\n-]*:|^\s*(?:https?|wss?):\S*[\t\r\n]\S`,
];

export const mayBeAddress = new RegExp(parts.join('|'), 'i');
