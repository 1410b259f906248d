// Recognizes code that starts programs, opens connections or loads modules that do so, for the languages in which the
// names differ from the common ones in `inline-code.ts`.

const JAVASCRIPT =
  /\b(?:require|import|from)\s{0,4}\(?\s{0,4}['"`](?:node:)?(?:net|tls|dgram|http2|vm|worker_threads|cluster|inspector|repl|nodemailer|ws|ssh2|pg|mysql2?|mongodb|mongoose|i?redis|amqplib|mqtt|axios|got|undici|node-fetch|superagent|socket\.io-client)(?:\/[\w/]{0,40})?['"`]|\bnew\s{1,4}Function\b|\bconstructor\s{0,4}\(\s{0,4}['"`]|\bconstructor\s{0,4}\.\s{0,4}constructor\b|\brunIn(?:This|New)?Context\b|\bdlopen\b|\bsendBeacon\b|\bXMLHttpRequest\b|\bgetBuiltinModule\b/;
const PYTHON =
  /\b(?:import|from)\s{1,4}(?:[\w., ]{0,80},\s{0,4})?(?:smtplib|imaplib|poplib|nntplib|telnetlib|ftplib|paramiko|boto3|botocore|pymongo|psycopg2?|pymysql|pycurl|aiohttp|httpx|runpy|pexpect|fabric|xmlrpc|websockets?|zmq|grpc|pika|plumbum|sh|multiprocessing\.(?:connection|util|managers))\b|\basyncio\.(?:open_|start_|create_sub)\w{1,30}|\bopen_(?:unix_)?connection\b|\blogging\.handlers\b|\bposix_spawnp?\b|\bmultiprocessing\.(?:connection|util|managers)\b|\bhttp\.client\b|\brunpy\.run/;
const PERL =
  /\bopen\b[^;\n]{0,60}?,\s{0,4}(?:["']\s{0,4}\||["'][^"'\n]{0,200}\|\s{0,4}["']|["'](?:-\||\|-)["'])|\bIPC::(?:Open|Run|Cmd)|\bIO::(?:Socket|Pipe)|\bLWP\b|\bHTTP::Tiny|\bMojo::/;
const RUBY =
  /\bexec\s{0,4}\(?\s{0,4}%|\bopen\s{0,4}\(?\s{0,4}["']\||\bOpen3\b|\bopen3\b|\bPTY\b|\bProcess\.(?:spawn|exec|daemon)\b|\bIO\.(?:popen|pipe)\b|\bopen-uri\b/;
const PHP =
  /\bp?fsockopen\b|\bstream_socket_|\bcurl_(?:init|exec)\b|\bmail\s{0,4}\(|\bproc_open\b|\bpcntl_exec\b|\bcall_user_func|\bcreate_function\b|\$\w{1,64}\s{0,4}\(/;
const LUA = /\bload(?:string|file)?\s{0,4}[("'[]|\bio\.popen\b|\bpackage\.loadlib\b/;
const OTHERS =
  /\bnet\.Dial|\bexec\.Command|\bhttp\.(?:Get|Post)\b|\bos\/exec\b|\bsyscall\.Exec\b|\bProcessBuilder\b|\bRuntime\.getRuntime\b|\bjava\.net\b|\bsystem2\b|\bos:cmd\b|\bopen_port\b|\((?:shell-command|call-process|start-process|make-network-process|open-pipe|open-input-pipe|run-program)\b|\[\s{0,4}exec\b|\bSystem\.Process\b|\bcallCommand\b/;

/** A line that is passed to a shell. Cells of notebooks are read as commands. */
const LINE_FOR_SHELL = /(?:^|\n)\s{0,8}!\s{0,4}\w/;

const BY_LANGUAGE: readonly (readonly [programs: RegExp, pattern: RegExp])[] = [
  [/^(?:node|nodejs|bun|deno|tsx|ts-node|code)$/, JAVASCRIPT],
  [/^(?:python|pypy|ipython|code)$/, PYTHON],
  [/^(?:perl|code)$/, PERL],
  [/^(?:ruby|irb|code)$/, RUBY],
  [/^php$/, PHP],
  [/^(?:lua|luajit)$/, LUA],
  [/^(?:ipython|gnuplot)$/, LINE_FOR_SHELL],
];

/** Tests code for an interpreter. Code of a tool, whose language is not known, has the program `code`. */
export function isRiskyCode(program: string, code: string): boolean {
  const name = program.replace(/[\d.]+$/, '');
  return (
    BY_LANGUAGE.some(([programs, pattern]) => programs.test(name) && pattern.test(code)) ||
    (!OWN_TABLE.test(name) && OTHERS.test(code))
  );
}

// Their names are in the tables above, and some of these names are common there.
const OWN_TABLE = /^(?:node|nodejs|bun|deno|tsx|ts-node|php|perl|ruby|irb)$/;

const QUOTED_LISTS =
  /(?:\bq[qw]?|%[qQwW]?)\s{0,2}(?:\(([^()\n]{1,1024})\)|\{([^{}\n]{1,1024})\}|\[([^[\]\n]{1,1024})\]|<([^<>\n]{1,1024})>|([|!/])((?:(?!\5)[^\n]){1,1024})\5)/g;
const LONG_BRACKETS = /\[(={0,4})\[([^\]\n]{1,1024})\]\1\]/g;

/** Returns the strings in quotes that only some languages have: `q(.env)`, `%w(a b)`, `[[.env]]`. */
export function unusualQuotes(program: string, code: string): readonly string[] {
  if (/^lua/.test(program)) return Array.from(code.matchAll(LONG_BRACKETS), ([, , text = '']) => text);
  if (!/^(?:perl|ruby|irb)/.test(program)) return NONE;
  return Array.from(
    code.matchAll(QUOTED_LISTS),
    ([, a, b, c, d, , e]) => a ?? b ?? c ?? d ?? e ?? '',
  ).flatMap((text) => text.trim().split(/\s+/));
}

const NONE: readonly string[] = [];
