// Detects commands that change the configuration of a client: `claude mcp add`, `code --add-mcp`. They can add
// servers without the firewall, or remove servers that the firewall protects.

import type { ShellFacts } from '../../facts/commands/shell/shell-facts.js';

const CHANGES = /^(?:add|add-.*|remove|rm|delete|uninstall|install|import|set|update|enable|disable|toggle)$/;
const CLIENT =
  /(?:^|[/\\@])(?:amp|auggie|claude(?:-code)?|cline|codex|copilot|crush|cursor-agent|droid|fx|gemini(?:-cli)?|goose|grok|kilo(?:code)?|kimi|kiro(?:-cli)?|kode|mcporter|opencode|q|qchat|qodercli|qwen(?:-code)?|rovodev|vibe)(?:@[\w.-]+)?(?:\.exe|\.cmd|\.[cm]?js)?$/i;
/** Editors use an option instead of a subcommand. */
const OPTION = /^--add-mcp(?:=|$)/;

/** Returns the command, if the text contains such a command. */
export function findClientCommand(shell: ShellFacts | undefined): string | undefined {
  if (shell === undefined) return undefined;
  for (const { words } of shell.invocations) {
    const mcp = words.indexOf('mcp', 1);
    if (mcp !== -1 && CHANGES.test(words[mcp + 1] ?? '') && words.slice(0, mcp).some(isClient))
      return words.join(' ');
    if (words.some((word) => word.charCodeAt(0) === 45 && OPTION.test(word))) return words.join(' ');
  }
  return undefined;
}

const isClient = (word: string): boolean => CLIENT.test(word);
