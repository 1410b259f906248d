// Recognizes calls that share a name with calls that run code: `/a(b)/.exec(text)` and `db.exec('create table …')`.
// `atob` is harmless if the code cannot use the decoded text as a path, a URL or code.

/** Matches a regular expression, or an object with a common name for a regular expression or a database. */
const MATCHES_OR_QUERIES =
  /(?:\/[dgimsuvy]{0,8}|\b(?:re|rx|regexp?|pattern|matcher|\w{0,40}(?:Re|RE|Regexp?|RegExp|Pattern|_re|_regexp?|_pattern)|db|\w{0,40}(?:Db|DB|_db)|database|sqlite|pdo|stmt|cur|cursor|conn|connection))\s{0,4}(?:\?\.|\.|->)\s{0,4}exec\s{0,4}\(/g;

/**
 * Code that can assign another object to such a name: modules with computed names, reflection, aliases of objects.
 */
const OBTAINS_OBJECTS =
  /\b(?:require|import|import_module|getBuiltinModule|createRequire|load)\s*\(\s*(?!['"][\w@./:-]{1,80}['"]\s*\))|\b(?:mainModule|binding|dlopen|constructor|prototype|globalThis|Function|Reflect|Proxy|getattr|builtins|__\w+__|Runtime|getRuntime|Kernel|Process|IO|globals|locals|vars|eval|vm|os)\b|\bimport\s+os\b/;

/** Code that can read files, open connections, load modules or run text as code. */
const USES_TEXT =
  /\b(?:fs|require|import|read\w*|open\w*|Deno|Bun|process|fetch|get|post|request|axios|\w*Socket|XMLHttp\w*|EventSource|sendBeacon|navigator|location|Function|constructor|eval|globalThis|window|self|top|src|href|set(?:Timeout|Interval)|Worker|write\w*|execute\w*|execSync|spawn\w*)\b/i;

/** Returns the code without its harmless calls. The remaining code is then examined. */
export function withoutHarmlessCalls(code: string): string {
  let rest = code;
  if (/\bexec\b/.test(rest) && !OBTAINS_OBJECTS.test(rest)) rest = rest.replace(MATCHES_OR_QUERIES, '(');
  if (/\batob\b/.test(rest) && !USES_TEXT.test(rest)) rest = rest.replace(/\batob\b/g, '');
  return rest;
}
