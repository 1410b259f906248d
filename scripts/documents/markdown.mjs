// Parses Markdown as far as the checks need it.

const fence = /^ {0,3}(`{3,}|~{3,})\s*([\w-]*)[^\n]*\n([\s\S]*?)^ {0,3}\1[`~]* *$/gm;

const lineOf = (text, index) => text.slice(0, index).split('\n').length;

/** Returns every fenced block: its language, its text, and the line of the document where the text begins. */
export const findBlocks = (text) =>
  [...text.matchAll(fence)].map(({ index, 2: language, 3: code }) => ({
    language,
    code,
    line: lineOf(text, index) + 1,
  }));

/** Replaces code with blanks and keeps the line breaks, because links inside code are not links. */
const withoutCode = (text) =>
  text
    .replace(fence, (block) => block.replace(/[^\n]/g, ' '))
    .replace(/`[^`\n]*`/g, (code) => ' '.repeat(code.length));

/** Returns every link and image with its target and its line. */
export const findLinks = (text) => {
  const prose = withoutCode(text);
  const found = [
    ...prose.matchAll(/\]\(<?([^)\s>]+)>?[^)]*\)/g),
    ...prose.matchAll(/^\[[^\]]+\]: *<?([^\s>]+)/gm),
  ];
  return found.map(({ index, 1: target }) => ({ target, line: lineOf(text, index) }));
};

/** Returns the anchors of headings, as GitHub and similar sites generate them. */
export const headingAnchors = (text) =>
  [...text.replace(fence, '').matchAll(/^#{1,6} +(.*)$/gm)].map(([, heading]) =>
    heading
      .trim()
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
