// Lists the interpreters that accept code on their command line.

const NODES = 'node nodejs bun tsx ts-node';
/** In these languages a backquote begins a string. In others it can begin a command. */
export const JAVASCRIPT: ReadonlySet<string> = new Set([...NODES.split(' '), 'deno']);

/** The interpreters, without version suffixes, and the options that pass code to them. */
export const INTERPRETERS: ReadonlyMap<string, RegExp> = new Map(
  (
    [
      ['python pypy', /^-[A-Za-z]*c/],
      [NODES, /^(?:-[a-z]*[ep]|--eval|--print)/],
      ['deno', /^eval$/],
      ['perl', /^-[A-Za-z0-9]*[eE]/],
      ['ruby irb', /^-[A-Za-z]*e/],
      ['php', /^-[rBRE]|^--run/],
      ['ipython', /^-[A-Za-z]*c/],
      ['octave octave-cli', /^--eval/],
      ['r', /^-e/],
      ['guile', /^-[ce]/],
      ['erl', /^-eval/],
      ['emacs emacsclient', /^-{1,2}eval/],
      ['gnuplot ghc runghc jshell tclsh wish racket sbcl', /^(?:-e|--eval)$/],
      ['lua luajit osascript Rscript julia groovy elixir', /^-e/],
      ['awk gawk mawk nawk sed gsed', /^(?!-)/],
      ['psql mysql mariadb sqlite3 sqlite duckdb', /^/],
    ] as const
  ).flatMap(([names, option]) => names.split(' ').map((name) => [name.toLowerCase(), option] as const)),
);
