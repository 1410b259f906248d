// Finds the programs that shell text would start, including programs after wrappers (`env`, `sudo`, `xargs`,
// `find -exec`) and in nested shells (`sh -c`, `eval`, here-documents), with the paths that the text names
// and their effects.

import { type InlineCode, readInlineCode, reverseText } from '../code/inline-code.js';
import { isDatabaseShell, runsStandardInput } from '../code/standard-input.js';
import { formatTemplate } from '../code/string-literals.js';
import { CONNECT, EVERY_EFFECT, EXEC, NAME, READ, WRITE } from '../effects.js';
import type { OperandEffects } from '../operand-effects.js';
import { addPatchedFiles } from '../patches/patch-commands.js';
import { addCopiedFiles, copiesFiles } from './copied-files.js';
import { dumpsEnvironment } from './environment-dump.js';
import { addGlobs } from './glob-arguments.js';
import { isHarmless } from './harmless/harmless-commands.js';
import { addModes, addScript } from './harmless/local-scripts.js';
import { usesOnlyNames } from './harmless/named-files.js';
import { effectsOfUnknown } from './harmless/unknown-programs.js';
import { evaluatedTexts } from './hidden-evaluation.js';
import { baseName } from './invocation.js';
import type { IsLiteral } from './literal-arguments.js';
import { launchedPrograms } from './nested/launched-programs.js';
import { type NestedCommands, NOTHING } from './nested/nested-commands.js';
import { isKnownProgram, profileOf } from './program-profiles.js';
import { dialectOf } from './shell/shell-dialect.js';
import { addPath, addWord, type ShellFacts } from './shell/shell-facts.js';
import { MAX_SHELL_TEXT, type ParseShell, type ShellCommand, type ShellWord } from './shell/shell-syntax.js';
import { transformedWords } from './transformed-words.js';
import { altersExecution, mayAlterExecution } from './variables/execution-variables.js';
import { addOutputs } from './variables/output-variables.js';
import { printsSecret } from './variables/secret-variables.js';
import { addAttachedArchive, addRevisions } from './word-parts.js';
import { pathsOfWord } from './word-paths.js';
import { changedFolder, folderOption, subcommandAt, type WorkingDirectory } from './working-directory.js';

const MAX_DEPTH = 6;
const MAX_COMMANDS = 2000;
const LONE_SURROGATE = /\p{Surrogate}/u;
const LONE_SURROGATES = /\p{Surrogate}/gu;

/** Adds the effects of one piece of shell text. */
export function readShellText(
  text: string,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth = 0,
  start?: WorkingDirectory,
): void {
  facts.effects |= EXEC;
  // Half of a character: some servers drop it, others replace it.
  if (LONE_SURROGATE.test(text)) {
    facts.unknown = true;
    if (depth <= MAX_DEPTH) readShellText(text.replace(LONE_SURROGATES, ''), parse, facts, depth + 1, start);
  }
  const program =
    text.length > MAX_SHELL_TEXT || depth > MAX_DEPTH || dialectOf(text) !== 'posix'
      ? undefined
      : parse?.(text);
  if (program === undefined || facts.invocations.length + program.commands.length > MAX_COMMANDS) {
    facts.unknown = true;
    readLoosely(text, facts);
    return;
  }
  let folder = start;
  const evaluated: string[] = [];
  for (const command of program.commands) {
    readCommand(command, parse, facts, depth, folder, text);
    folder = changedFolder(command, folder) ?? folder;
    for (const quoted of evaluatedTexts(command, text)) evaluated.push(`: ${quoted}`);
  }
  if (evaluated.length > 0) {
    facts.unknown = true;
    if (depth < MAX_DEPTH) readShellText(evaluated.join('\n'), parse, facts, depth + 1, folder);
  }
  addPatchedFiles(text, program.commands, facts, folder);
}

/** Adds a program that is started with these arguments and without a shell. */
export function readArguments(
  argv: readonly string[],
  parse: ParseShell | undefined,
  facts: ShellFacts,
  start?: WorkingDirectory,
  input: readonly string[] = NO_WORDS,
): void {
  facts.effects |= EXEC;
  const words = argv.map((text) => ({ text, exact: true }));
  const command = { words, redirects: [], values: [], assigns: [], input };
  readCommand(command, parse, facts, 0, start);
  if (argv.length === 2 || input.length > 0)
    addPatchedFiles([...argv, ...input].join(' '), [command], facts, start);
}

/** Adds the files and programs that inline code names. */
export function readProgramText(text: string, facts: ShellFacts): void {
  facts.effects |= EXEC;
  addCode(facts, readInlineCode('code', /^-c$/, ['code', '-c', text], []), undefined);
}

const NO_WORDS: readonly string[] = [];
/** Programs that pass the words of their input to another program. */
const RECEIVES_WORDS = new Set(['xargs', 'parallel']);
const REVERSES = /(?:^|[|;&\s])rev(?:[|;&)`<\s]|$)/;
const NO_FILE = /^\/dev\/(?:null|stdout|stderr|stdin|tty|zero|u?random)$/;

function readCommand(
  command: ShellCommand,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth: number,
  start: WorkingDirectory | undefined,
  whole = '',
): void {
  const name = command.words[0];
  let folder = start;
  let effects = 0;
  let unknown = 0;
  let isData: IsLiteral | undefined;
  let effectsOn: ReturnType<OperandEffects> | undefined;
  let words: readonly string[] = NO_WORDS;
  let verb = -1;
  // A changed search path or a preloaded library changes the meaning of all following program names.
  if (changeMeaning(command)) facts.unknown = true;
  if (command.defines !== undefined && isKnownProgram(command.defines)) facts.unknown = true;
  if (name !== undefined && name.text !== '') {
    const texts: string[] = [];
    for (const { text } of command.words) texts.push(text);
    words = texts;
    const program = baseName(name.text);
    const invocation = { program: name.text, base: program, words };
    const harmless = name.text === program && isHarmless(program, words);
    if (harmless && program === 'chmod') addModes(facts, words, folder);
    facts.invocations.push(harmless ? { ...invocation, isHarmless: true } : invocation);
    if (!name.exact) facts.unknown = true;
    if (dumpsEnvironment(program, words) || printsSecret(program, command, whole))
      facts.printsEnvironment = true;
    const profile = profileOf(program);
    if (profile.effects !== 0) addGlobs(facts, program, command.words, whole);
    effects = profile.refine === undefined ? profile.effects : profile.refine(profile.effects, words);
    effectsOn = profile.operands?.(words, effects, whole);
    unknown = effects === 0 ? effectsOfUnknown(program, words) : 0;
    if (copiesFiles(program)) addCopiedFiles(command.words, facts, start);
    if (profile.changesFolder) {
      folder = folderOption(command.words, start) ?? start;
      verb = subcommandAt(program, words);
    }
    if (program === 'git') addRevisions(facts, words, folder);
    if (/tar$/.test(program)) addAttachedArchive(facts, command.words, effects, folder);
    isData = profile.findLiterals?.(command.words, whole);
    if (profile.codeOption !== undefined) {
      const { input, piped } = command;
      const runsPiped = piped !== undefined && runsStandardInput(program, profile.codeOption, words);
      if (runsPiped && (!piped.exact || piped.computed === true) && !isDatabaseShell(program))
        facts.unknown = true;
      const codes = runsPiped ? [...input, piped.text] : input;
      addCode(facts, readInlineCode(program, profile.codeOption, words, codes), folder);
    }
    const receives = RECEIVES_WORDS.has(program) ? command.piped : undefined;
    if (receives?.computed === true && !receives.exact) facts.unknown = true;
    if (profile.findNested !== undefined)
      addStarted(
        profile.findNested(
          command.words.slice(1),
          receives?.exact === true ? [...command.input, receives.text] : command.input,
        ),
        command,
        parse,
        facts,
        depth,
        folder,
      );
    if (!isKnownProgram(program)) {
      readTexts(command.words, parse, facts, depth, folder);
      const commands = launchedPrograms(program, command.words);
      if (commands.length > 0 && depth < MAX_DEPTH)
        addStarted({ ...NOTHING, commands }, command, parse, facts, depth, folder);
    }
    // If a program is given as a path, its file is read.
    if (name.text.includes('/') || name.text.includes('\\')) addWord(facts, name, READ, folder);
  } else if (name !== undefined) facts.unknown = true;
  facts.effects |= effects;
  for (let at = 1; at < command.words.length; at += 1)
    if (isData === undefined || !isData(at)) {
      const own = effectsOn === undefined ? effects | unknown : effectsOn(at);
      facts.effects |= own & EVERY_EFFECT;
      const word = command.words[at] as ShellWord;
      addWord(facts, word, own, at === verb ? undefined : folder);
      // The file can be any one, so a program that reads, sends or deletes it needs approval.
      if (isComputed(word) && (own & EVERY_EFFECT) !== 0) facts.unknown = true;
    }
  // Printed text can become a file name: `cat $(printf '/etc/%s' shadow)`, `cat $(echo wodahs/cte/ | rev)`.
  if (isData === undefined && words[0] === 'printf')
    addWord(facts, { text: formatTemplate(words.slice(1)), exact: false }, effects, folder);
  if (REVERSES.test(whole))
    for (const word of words) addWord(facts, { text: reverseText(word), exact: false }, effects, folder);
  // Printed or assigned text can be transformed before it is used: `cat $(echo /rgp/x | tr a-z n-za-m)`.
  const printed = words[0] === 'echo' || words[0] === 'printf' ? words.slice(1) : NO_WORDS;
  const assigned = command.values.map(({ text }) => text);
  for (const text of [...transformedWords(printed, whole), ...transformedWords(assigned, whole)])
    addWord(facts, { text, exact: false }, effects, folder);
  addOutputs(command, facts, folder);
  const tested = command.tests === true && usesOnlyNames(whole) ? NAME : effects;
  for (const word of command.values) addWord(facts, word, tested, folder);
  for (const { kind, target } of command.redirects) {
    if (target.text.startsWith('/dev/') && NO_FILE.test(target.text)) continue;
    const bits = kind === 'read' ? READ : WRITE;
    facts.effects |= /^\/dev\/(?:tcp|udp)\//.test(target.text) ? bits | CONNECT : bits;
    addWord(facts, target, bits, folder);
  }
}

/** Tests whether a word is made of parts in a way that is not followed: `$(printf %o 46)`, `$1$2`. */
const isComputed = ({ text, exact, computed }: ShellWord): boolean =>
  computed === true || (!exact && /\$\{?\d\}?\$\{?\d/.test(text));

/**
 * A text can assign thousands of variables. Only a few names matter, so not every name is combined with every
 * value.
 */
function changeMeaning({ assigns, values }: ShellCommand): boolean {
  const names = new Set(assigns.filter(mayAlterExecution));
  return [...names].some((name) =>
    values.length === 0
      ? altersExecution(`${name}=`)
      : values.some(({ text }) => altersExecution(`${name}=${text}`)),
  );
}

function addCode(
  facts: ShellFacts,
  code: InlineCode | undefined,
  folder: WorkingDirectory | undefined,
): void {
  if (code === undefined) return;
  if (code.unknown) facts.unknown = true;
  if (code.writes) facts.effects |= WRITE;
  if (code.printsEnvironment) facts.printsEnvironment = true;
  for (const text of code.paths)
    addWord(facts, { text, exact: false }, code.writes ? READ | WRITE : READ, folder);
  for (const text of code.compared) addWord(facts, { text, exact: false }, READ, folder);
}

function addStarted(
  started: NestedCommands,
  { input }: ShellCommand,
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth: number,
  folder: WorkingDirectory | undefined,
): void {
  if (started.unknown) facts.unknown = true;
  if (started.script !== undefined) addScript(facts, started.script, folder);
  const begin = (words: readonly ShellWord[]) =>
    readCommand({ words, redirects: [], values: [], assigns: [], input }, parse, facts, depth + 1, folder);
  for (const words of commandsAmong(started.candidates)) if (depth < MAX_DEPTH) begin(words);
  for (const text of started.texts) readShellText(text, parse, facts, depth + 1, folder);
  for (const words of started.commands)
    if (depth < MAX_DEPTH) begin(words);
    else facts.unknown = true;
}

const MAX_CANDIDATES = 8;

/** The ends of a list of words that begin with the name of a known program. */
function commandsAmong(words: readonly ShellWord[] = NO_CANDIDATES): readonly (readonly ShellWord[])[] {
  const found: (readonly ShellWord[])[] = [];
  for (let at = 0; at < words.length && found.length < MAX_CANDIDATES; at += 1)
    if (isKnownProgram(baseName(words[at]?.text ?? ''))) found.push(words.slice(at));
  return found;
}

const NO_CANDIDATES: readonly ShellWord[] = [];
/** An option whose value is a message or a name. */
const MESSAGE_OPTION =
  /^-{1,2}(?:m|message|t|title|b|body|k|n|name|d|description|desc|s|subject|summary|grep|test-name-pattern|testNamePattern|tag|label|comment|note|text|f|filter)$/;

/** An argument of a program that no table contains can be a text for a shell: `hyperfine 'curl x.com'`. */
function readTexts(
  words: readonly ShellWord[],
  parse: ParseShell | undefined,
  facts: ShellFacts,
  depth: number,
  folder: WorkingDirectory | undefined,
): void {
  for (let at = 1; at < words.length; at += 1) {
    const text = words[at]?.text ?? '';
    if (!text.includes(' ') || MESSAGE_OPTION.test(words[at - 1]?.text ?? '')) continue;
    const value = /^--?[\w-]+=(.*)$/s.exec(text)?.[1] ?? text;
    if (isKnownProgram(baseName(value.trimStart().split(/\s/, 1)[0] ?? '')) && parse?.(value) !== undefined)
      readShellText(value, parse, facts, depth + 1, folder);
  }
}

// Without a parser, text is split at every character that could end a word. The result can deny a call, but
// never allow a call. The whole text is examined, so that padding cannot hide a command.
function readLoosely(text: string, facts: ShellFacts): void {
  for (const word of new Set(text.split(/[\s"'`;|&<>()]+/)))
    for (const part of pathsOfWord(word)) addPath(facts, part, false, READ | WRITE, false);
}
