// Replaces characters that hide, move or reverse text with their code points. Line breaks and tabs are kept.

const hidden = /[^\P{C}\n\t]|[\p{Zl}\p{Zp}\u115f\u1160\u3164\uffa0]/gu;

export const visible = (text: string): string =>
  text.replace(
    hidden,
    (character) => `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`,
  );
